import { z } from 'zod';

const text = z.string().min(1);

/** One verb on one resource of Kubernetes. Without a namespace: in all of them; without a name: on all objects. */
const attemptSchema = z.strictObject({
  verb: text,
  group: z.string().default(''),
  resource: text,
  subresource: text.optional(),
  namespace: text.optional(),
  name: text.optional(),
});

/** An action of AWS: on everything, or on ARNs with `*` for any characters. */
const actionSchema = z.union([text, z.strictObject({ action: text, on: z.array(text).min(1) })], {
  error: 'expected an action such as "eks:UpdateClusterVersion", or { action, on: [ARN, …] }',
});

/** What the caller may do. What is denied is denied, also where it is allowed. */
export const accessSchema = z.strictObject({
  /** What the caller may not do with Kubernetes. */
  denied: z.array(attemptSchema).default([]),
  /** What the caller may not do with AWS: `eks:UpdateClusterVersion`. */
  deniedActions: z.array(text).default([]),
  /** Nothing else may be done with Kubernetes, apart from what every user may. Default: everything may. */
  allowed: z.array(attemptSchema).optional(),
  /** Nothing else may be done with AWS. Default: everything may. */
  allowedActions: z.array(actionSchema).optional(),
});

export type Access = z.output<typeof accessSchema>;
