import { z } from 'zod';
import { answerFaultSchema, beginsSchema } from './answer-fault-schema.ts';
import { duration } from './duration.ts';
import { issueSchema, updateErrorSchema } from './eks-schema.ts';
import { whatSchema } from './happening-schema.ts';

const text = z.string().min(1);
/** So many of them end like this; default all. */
const times = z.int().min(1).optional();
const resourceIds = z.array(z.string()).default([]);

/** An update that ends in a way of its own. */
const updateFaultSchema = z.strictObject({
  of: z.enum(['cluster', 'nodegroup', 'addon']),
  name: text.optional(),
  status: z.enum(['Failed', 'Cancelled', 'Successful']),
  after: duration.optional(),
  errors: z.array(updateErrorSchema).default([]),
  /** The state in which it leaves the group or add-on; default: ACTIVE, for an add-on whose update fails UPDATE_FAILED. */
  leaves: z
    .strictObject({ status: z.enum(['DEGRADED', 'UPDATE_FAILED']), health: z.array(issueSchema).default([]) })
    .optional(),
  times,
});

const nodegroupCreationSchema = z.strictObject({
  name: text,
  /** CREATE_FAILED starts no node; DEGRADED is what a group whose nodes came up ends in. Default CREATE_FAILED. */
  status: z.enum(['CREATE_FAILED', 'DEGRADED']).optional(),
  code: text,
  message: z.string(),
  resourceIds,
  after: duration.optional(),
  times,
});

const nodegroupDeletionSchema = z.strictObject({
  name: text,
  code: text,
  message: z.string(),
  resourceIds,
  after: duration.optional(),
  times,
});

/** What goes wrong. Each entry is meant for one situation; leave out what shall work. */
export const faultsSchema = z.strictObject({
  answers: z.array(answerFaultSchema).default([]),
  happenings: z.array(z.strictObject({ begins: beginsSchema.optional(), what: whatSchema })).default([]),
  /** Updates that end otherwise; the first entry that fits is taken. */
  updates: z.array(updateFaultSchema).default([]),
  /** Node groups whose creation ends otherwise. */
  nodegroupCreations: z.array(nodegroupCreationSchema).default([]),
  /** Node groups whose deletion ends in DELETE_FAILED; their nodes are gone by then. */
  nodegroupDeletions: z.array(nodegroupDeletionSchema).default([]),
  /** New nodes of a group that do not join, or never get ready; `index` in the order of their start from 0, default all. */
  nodes: z
    .array(z.strictObject({ group: text, index: z.int().min(0).optional(), never: z.enum(['join', 'ready']) }))
    .default([]),
  /** Budgets keep the status that they have: nobody observes a change. */
  disruptionControllerDown: z.boolean().default(false),
  /** So long after a control plane update some API servers still answer with the old version. */
  oldApiServersAnswerFor: duration.optional(),
});

export type Faults = z.output<typeof faultsSchema>;
export type UpdateFault = Faults['updates'][number];
