import { z } from 'zod';
import { instant } from './duration.ts';

const text = z.string().min(1);
const strings = z.array(z.string());
const map = z.record(z.string(), z.string());

/** A health issue of a cluster, a node group or an add-on. */
export const issueSchema = z.strictObject({ code: text, message: z.string(), resourceIds: strings.default([]) });

/** The statuses that EKS knows (https://docs.aws.amazon.com/eks/latest/APIReference/API_Types.html). */
export const statusOfCluster = z.enum(['ACTIVE', 'CREATING', 'DELETING', 'FAILED', 'PENDING', 'UPDATING']);
export const statusOfNodegroup = z.enum([
  'ACTIVE',
  'CREATING',
  'CREATE_FAILED',
  'UPDATING',
  'DELETING',
  'DELETE_FAILED',
  'DEGRADED',
]);
export const statusOfAddon = z.enum([
  'ACTIVE',
  'CREATING',
  'CREATE_FAILED',
  'UPDATING',
  'UPDATE_FAILED',
  'DELETING',
  'DELETE_FAILED',
  'DEGRADED',
]);

/** The cluster in the words of the port `Eks` (instants RFC 3339), with what only the API shows. */
export const clusterSchema = z.strictObject({
  name: text,
  arn: text,
  version: z.string().regex(/^1\.\d+$/, 'expected a minor version such as "1.20" (in quotes)'),
  platformVersion: text.optional(),
  status: statusOfCluster.default('ACTIVE'),
  endpoint: z.string(),
  createdAt: instant,
  certificateAuthority: z.string(),
  subnetIds: strings.min(1),
  vpcId: text.optional(),
  roleArn: text.optional(),
  securityGroupIds: strings.default([]),
  tags: map.default({}),
  health: z.array(issueSchema).default([]),
  autoMode: z.boolean().default(false),
});

const scalingConfig = z.strictObject({ minSize: z.int().min(0), maxSize: z.int().min(1), desiredSize: z.int().min(0) });
const taint = z.strictObject({
  key: text,
  value: z.string().optional(),
  effect: z.enum(['NO_SCHEDULE', 'NO_EXECUTE', 'PREFER_NO_SCHEDULE']),
});

/** A node group in the words of the port `Eks`. */
export const nodegroupSchema = z.strictObject({
  nodegroupName: text,
  nodegroupArn: text,
  clusterName: text,
  version: text.optional(),
  releaseVersion: text.optional(),
  status: statusOfNodegroup.default('ACTIVE'),
  createdAt: instant,
  capacityType: z.enum(['ON_DEMAND', 'SPOT', 'CAPACITY_BLOCK']).optional(),
  scalingConfig,
  instanceTypes: strings.default([]),
  subnets: strings.min(1),
  remoteAccess: z.strictObject({ ec2SshKey: text.optional(), sourceSecurityGroups: strings.optional() }).optional(),
  amiType: text.optional(),
  nodeRole: text,
  labels: map.default({}),
  taints: z.array(taint).default([]),
  diskSize: z.int().optional(),
  launchTemplate: z.strictObject({ id: text.optional(), name: text.optional(), version: text.optional() }).optional(),
  updateConfig: z
    .strictObject({ maxUnavailable: z.int().optional(), maxUnavailablePercentage: z.int().optional() })
    .optional(),
  nodeRepairConfig: z.strictObject({ enabled: z.boolean().optional() }).optional(),
  tags: map.default({}),
  health: z.array(issueSchema).default([]),
  autoScalingGroups: strings.default([]),
});

/** An add-on in the words of the port `Eks`. */
export const addonSchema = z.strictObject({
  addonName: text,
  addonVersion: text,
  status: statusOfAddon.default('ACTIVE'),
  createdAt: instant.optional(),
  serviceAccountRoleArn: text.optional(),
  configurationValues: z.string().optional(),
  podIdentityAssociations: strings.default([]),
  health: z.array(issueSchema).default([]),
  tags: map.default({}),
});

/** One version of an add-on with the Kubernetes versions it fits, newest first in the list. */
export const addonVersionSchema = z.strictObject({
  addonName: text,
  addonVersion: text,
  /** Kubernetes version → whether EKS installs this one by default there. */
  fits: z.record(z.string(), z.enum(['default', 'offered'])),
});

export const updateErrorSchema = z.strictObject({
  errorCode: text,
  errorMessage: z.string(),
  resourceIds: strings.default([]),
});

/** An update that is known at the start; one that is InProgress ends when its usual time since `createdAt` has passed. */
export const updateSchema = z.strictObject({
  id: text,
  of: z.strictObject({ nodegroupName: text.optional(), addonName: text.optional() }).default({}),
  status: z.enum(['InProgress', 'Failed', 'Cancelled', 'Successful']),
  type: text,
  params: z.array(z.strictObject({ type: text, value: z.string() })).default([]),
  createdAt: instant,
  errors: z.array(updateErrorSchema).default([]),
});

export const subnetSchema = z.strictObject({
  subnetId: text,
  availabilityZone: text,
  availableIpAddressCount: z.int().min(0),
  cidrBlock: z.string().regex(/^[0-9.]+\/\d+$/, 'expected a CIDR block such as "10.0.101.0/24"'),
  /** Addresses that new nodes get, in this order; after them the twin makes some up. */
  nextAddresses: strings.default([]),
});

export const instanceTypeSchema = z.strictObject({
  instanceType: text,
  maximumNetworkInterfaces: z.int().min(1),
  ipv4AddressesPerInterface: z.int().min(2),
  /** What a fresh node of this type shows in its status. */
  capacity: map.default({}),
  allocatable: map.default({}),
});
