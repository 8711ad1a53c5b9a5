import { z } from 'zod';
import { parseDuration } from './duration.ts';
import { CHECKS } from './runbook.ts';

const MOMENTS = ['before-control-plane', 'before-delete', 'after-delete'] as const;
const CONFLICTS = ['NONE', 'OVERWRITE', 'PRESERVE'] as const;
const SEVERITIES = ['blocker', 'action', 'watch', 'info'] as const;
const NOTE_MOMENTS = [
  'any',
  'before-control-plane',
  'before-nodes',
  'nodes',
  'after-nodes',
  'addons',
  'after',
  'before-next-hop',
] as const;
const MINUTE = 60_000;
const VERSION = /^1\.\d{1,3}$/;

// Who answers a gate is fixed: the delete is the point of no return and takes an approval of its own.
const ANSWERED_BY = { 'control-plane': 'start', 'delete-old-nodes': 'approval' } as const;
const GATES = ['control-plane', 'delete-old-nodes'] as const;

const version = z
  .string({ error: 'a version in quotes such as "1.20" (without quotes YAML reads 1.20 as the number 1.2)' })
  .regex(VERSION, 'a minor version such as "1.20"');
const words = (what: string) => z.string({ error: what }).trim().min(1, what);
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `one of ${values.join(', ')}` });

const hop = section({ from: version, to: version }).superRefine(({ from, to }, context) => {
  // A version of another shape has been named already; zod goes on to this rule all the same.
  if (!VERSION.test(from) || !VERSION.test(to) || minor(to) === minor(from) + 1) return;
  context.addIssue({ code: 'custom', path: ['to'], message: `"1.${minor(from) + 1}", one minor above ${from}` });
});

const addon = section({
  name: words('the name of an EKS add-on such as coredns'),
  version: z
    .string({ error: 'default, or an add-on version such as v1.8.4-eksbuild.1' })
    .regex(/^(default|v\d+\.\d+\.\d+\S*)$/, 'default, or an add-on version such as v1.8.4-eksbuild.1'),
  resolveConflicts: oneOf(CONFLICTS),
});

const gate = section({ before: oneOf(GATES), answeredBy: oneOf(['start', 'approval']) }).superRefine((it, context) => {
  const only = ANSWERED_BY[it.before];
  if (it.answeredBy !== only)
    context.addIssue({
      code: 'custom',
      path: ['answeredBy'],
      message: `${only}: nothing else passes the gate before ${it.before}`,
    });
});

const source = z
  .string({ error: 'a public URL that begins with https://' })
  .regex(/^https:\/\/\S+$/, 'a public URL that begins with https://');

const apiVersion = z
  .string({ error: 'a group and a version such as storage.k8s.io/v1beta1' })
  .regex(/^[a-z0-9.-]+\/v\d+((alpha|beta)\d+)?$/, 'a group and a version such as storage.k8s.io/v1beta1');

const removedApi = section({
  api: apiVersion,
  kinds: listOf(words('a kind such as VolumeAttributesClass'), 'kinds', (it) => it).min(1, 'at least one kind'),
  instead: apiVersion,
  source,
});

const note = section({
  id: words('a short name such as sa-token-expiry'),
  severity: oneOf(SEVERITIES),
  when: oneOf(NOTE_MOMENTS),
  text: words('a text'),
  source,
});

const limits = section({
  node: duration(60 * MINUTE),
  podAfterGrace: duration(10 * MINUTE),
  newGroup: duration(45 * MINUTE),
  addon: duration(20 * MINUTE),
  delete: duration(30 * MINUTE),
  controlPlaneWarning: duration(45 * MINUTE),
});

/** The runbook file, format 1. The message of each issue is what was expected; unknown keys are refused. */
export const runbookSchema = section({
  format: z.literal(1, { error: '1, the only format this version of upgrade knows' }),
  hop,
  strategy: oneOf(['blue-green']),
  checks: listOf(oneOf(CHECKS), 'checks', (name) => name).min(1, 'at least one check'),
  removedApis: listOf(removedApi, 'removed APIs', (it) => it.api).default([]),
  addons: listOf(
    section({ when: oneOf(MOMENTS), each: listOf(addon, 'add-ons', (it) => it.name) }),
    'moments with their add-ons',
    (it) => it.when,
  ).default([]),
  gates: listOf(gate, 'gates', (it) => it.before).superRefine(requireGates),
  bake: duration(10 * MINUTE),
  limits: limits.prefault({}),
  notes: listOf(note, 'notes', (it) => it.id).default([]),
});

export type RunbookFile = z.output<typeof runbookSchema>;

function section<Shape extends z.ZodRawShape>(shape: Shape) {
  const keys = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `only ${keys}` : `a mapping with ${keys}`),
  });
}

function listOf<Item extends z.ZodType>(item: Item, what: string, key: (it: z.output<Item>) => string) {
  return z.array(item, { error: `a list of ${what}` }).superRefine((items, context) => {
    const seen = new Set<string>();
    for (const [index, it] of items.entries()) {
      if (seen.has(key(it)))
        context.addIssue({
          code: 'custom',
          path: [index],
          message: `each of the ${what} only once; "${key(it)}" is there twice`,
        });
      seen.add(key(it));
    }
  });
}

function duration(byDefault: number) {
  const expected = 'a duration above zero such as 10m or 1h30m';
  return z
    .string({ error: expected })
    .transform((text, context) => {
      const ms = parseDuration(text);
      if (ms !== null && ms > 0) return ms;
      context.addIssue({ code: 'custom', message: expected });
      return z.NEVER;
    })
    .default(byDefault);
}

function requireGates(gates: readonly { readonly before: string }[], context: z.core.$RefinementCtx): void {
  for (const before of GATES) {
    if (gates.some((it) => it.before === before)) continue;
    context.addIssue({ code: 'custom', message: `a gate before ${before}, answered by ${ANSWERED_BY[before]}` });
  }
}

function minor(of: string): number {
  return Number(of.slice(of.indexOf('.') + 1));
}
