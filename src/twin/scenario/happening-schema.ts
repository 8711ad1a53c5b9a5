import { z } from 'zod';
import { accessSchema } from './access-schema.ts';
import {
  clusterSchema,
  issueSchema,
  nodegroupSchema,
  statusOfAddon,
  statusOfCluster,
  statusOfNodegroup,
} from './eks-schema.ts';

const text = z.string().min(1);
const health = z.array(issueSchema).optional();
const json = z.record(z.string(), z.unknown());

/** An object of Kubernetes: by its name, or a node by its place in a group (0 is the one that joined first; by name among those of one second). */
const targetSchema = z.union([
  z.strictObject({ group: text, index: z.int().min(0) }),
  z.strictObject({ name: text, namespace: text.optional() }),
]);

const callSchema = z.union([
  z.strictObject({ call: z.string().regex(/^eks:[A-Z]\w+$/, 'expected "eks:<Operation>"'), request: json }),
  z.strictObject({
    call: z.string().regex(/^k8s:(patch|delete|evict) [a-z]+$/, 'expected "k8s:patch|delete|evict <resource>"'),
    of: targetSchema,
    body: json.optional(),
  }),
  z.strictObject({
    call: z.string().regex(/^k8s:create [a-z]+$/, 'expected "k8s:create <resource>"'),
    of: z.strictObject({ namespace: text }).optional(),
    body: json,
  }),
]);

const { arn, endpoint, createdAt, version, certificateAuthority } = clusterSchema.shape;

/** State that is set from outside; what is left out stays as it is. */
const setSchema = z.union([
  z.strictObject({
    cluster: z.strictObject({
      arn: arn.optional(),
      endpoint: endpoint.optional(),
      createdAt: createdAt.optional(),
      certificateAuthority: certificateAuthority.optional(),
      /** Of the API servers as well. */
      version: version.optional(),
      status: statusOfCluster.optional(),
      health,
      tags: z.record(z.string(), z.string()).optional(),
    }),
  }),
  z.strictObject({
    nodegroup: text,
    status: statusOfNodegroup.optional(),
    health,
    scalingConfig: nodegroupSchema.shape.scalingConfig.optional(),
    tags: z.record(z.string(), z.string()).optional(),
  }),
  z.strictObject({ addon: text, status: statusOfAddon.optional(), health, addonVersion: text.optional() }),
  z.strictObject({ subnet: text, availableIpAddressCount: z.int().min(0) }),
  /** All that the caller may and may not do from then on. */
  z.strictObject({ access: accessSchema }),
]);

/** What somebody or something else does to the cluster. */
export const whatSchema = z.union(
  [
    callSchema,
    z.strictObject({ set: setSchema }),
    /** What the node says of itself, or (`Unknown`) no longer says; it stays so until another happening says otherwise. */
    z.strictObject({ node: z.strictObject({ of: targetSchema, ready: z.enum(['True', 'False', 'Unknown']) }) }),
  ],
  {
    error:
      'expected { call: "eks:…", request }, { call: "k8s:<verb> <resource>", of, body }, { set: … } or { node: { of, ready } }',
  },
);

export type What = z.output<typeof whatSchema>;
export type Target = z.output<typeof targetSchema>;
export type SetState = z.output<typeof setSchema>;
