import { z } from 'zod';
import { accessSchema } from './access-schema.ts';
import { duration, instant } from './duration.ts';
import {
  addonSchema,
  addonVersionSchema,
  clusterSchema,
  instanceTypeSchema,
  nodegroupSchema,
  subnetSchema,
  updateSchema,
} from './eks-schema.ts';
import { faultsSchema } from './fault-schema.ts';
import { insightSchema } from './insight-schema.ts';

const text = z.string().min(1);

/** What EKS brings with a Kubernetes minor version. */
const versionSchema = z.strictObject({
  /** `gitVersion` of the API server. */
  apiServer: text,
  /** Kubelet of the nodes of new groups. */
  kubelet: text,
  /** Release version of the image of new groups. */
  releaseVersion: text,
  platformVersion: text.default('eks.1'),
});

/** A node in short: `expand.ts` makes the object that the API serves out of it. */
export const nodeShorthandSchema = z.strictObject({
  /** Internal address; the name follows from it. */
  address: z.string().regex(/^\d+\.\d+\.\d+\.\d+$/, 'expected an IPv4 address'),
  group: text,
  createdAt: instant,
  kubelet: text.optional(),
  instanceType: text.optional(),
  labels: z.record(z.string(), z.string()).default({}),
  ready: z.boolean().default(true),
});

/** How long things take; defaults are those of the source procedure of the default scenario. */
const durationsSchema = z.strictObject({
  controlPlane: duration.prefault('28m06s'),
  nodegroupCreate: duration.prefault('4m'),
  nodegroupConfigUpdate: duration.prefault('20s'),
  nodegroupDelete: duration.prefault('4m'),
  addonUpdate: duration.prefault('1m'),
  /** From the call to the node object. */
  nodeJoin: duration.prefault('1m30s'),
  nodeReady: duration.prefault('30s'),
  /** From bound to running: image and volumes. */
  podStart: duration.prefault('20s'),
  podReady: duration.prefault('5s'),
  /** How long a pod takes to stop, at most its grace period. */
  podStop: duration.prefault('30s'),
});

/** A Kubernetes object as the API serves it; uid, resourceVersion and creationTimestamp may be left out. */
const objectSchema = z.looseObject({
  apiVersion: text,
  kind: text,
  metadata: z.looseObject({ name: text, namespace: text.optional() }),
});

/** A cluster at one instant, and how it behaves from there. Unknown keys are refused, except inside `objects`. */
export const scenarioSchema = z.strictObject({
  format: z.literal(1),
  name: text,
  description: z.string().optional(),
  /** Model time at the start. */
  now: instant,
  region: text,
  /** True: pods that workloads lack at the start are made at once, running and ready. A snapshot says false. */
  settled: z.boolean().default(false),
  cluster: clusterSchema,
  versions: z.record(z.string().regex(/^1\.\d+$/), versionSchema),
  nodegroups: z.array(nodegroupSchema).default([]),
  /** Pods a node of this launch template takes, when that is not what the instance type says. */
  launchTemplates: z
    .array(z.strictObject({ id: text.optional(), name: text.optional(), maxPods: z.int().min(1) }))
    .default([]),
  addons: z.array(addonSchema).default([]),
  addonVersions: z.array(addonVersionSchema).default([]),
  updates: z.array(updateSchema).default([]),
  /** What EKS says about the readiness for the next version; absent: what is true of the model. */
  insights: z.array(insightSchema).optional(),
  subnets: z.array(subnetSchema).default([]),
  instanceTypes: z.array(instanceTypeSchema).default([]),
  nodes: z.array(nodeShorthandSchema).default([]),
  objects: z.array(objectSchema).default([]),
  access: accessSchema.prefault({}),
  /** EKS before October 2023 wanted every managed group at the cluster's version before an update. */
  managedNodesMustMatch: z.boolean().default(false),
  durations: durationsSchema.prefault({}),
  faults: faultsSchema.prefault({}),
});

export type Scenario = z.output<typeof scenarioSchema>;
export type ScenarioInput = z.input<typeof scenarioSchema>;
export type NodeShorthand = z.output<typeof nodeShorthandSchema>;
