import { z } from 'zod';
import { duration } from './duration.ts';

const text = z.string().min(1);

/** An operation as the journal names it; `*` for one of its words, or at the end for all the rest. */
const operationSchema = z
  .string()
  .regex(
    /^(\*|(\*|[a-z0-9]+):(\*|[A-Za-z0-9]+\*?)( (\*|[a-z]+\*?))?)$/,
    'expected an operation such as "eks:DescribeUpdate", "eks:*", "k8s:patch *" or "*"',
  );

/** When something begins: so long after the start of the model, or after the nth successful call of an operation. Default: at once. */
export const beginsSchema = z.union([
  z.strictObject({ after: duration.optional() }),
  z.strictObject({
    with: operationSchema,
    /** Default 1. */
    nth: z.int().min(1).optional(),
    /** Default 0. */
    after: duration.optional(),
  }),
]);

/** Ways in which an answer does not arrive: connection cut, half of it and then cut, a proxy's page instead, never. */
const LOST = ['reset', 'half', 'html', 'hang'] as const;

const refusalSchema = z.strictObject({
  status: z.int().min(400).max(599),
  /** Error code of AWS, or `reason` of a Status of Kubernetes. */
  code: text.optional(),
  message: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

/** Calls that are answered otherwise; the first entry that fits is taken. */
export const answerFaultSchema = z
  .strictObject({
    of: z.array(operationSchema).min(1),
    kind: z.enum(['read', 'write']).optional(),
    begins: beginsSchema.optional(),
    /** Model time; default: until mended. */
    lasts: duration.optional(),
    /** At most so many answers; default any number. */
    times: z.int().min(1).optional(),
    /** 2: only each second call that fits. Default 1. */
    every: z.int().min(1).optional(),
    /** The call is performed, and its answer is lost. Default false. */
    performed: z.boolean().optional(),
    give: z.union([z.enum(LOST), refusalSchema], {
      error: 'expected reset, half, html, hang, or { status from 400 on, code, message, headers }',
    }),
  })
  .refine((it) => !it.performed || typeof it.give === 'string' || it.give.status >= 500, {
    path: ['performed'],
    message: 'a call that is performed can lose its answer (reset, half, html, hang) or end in a status of 500 or more',
  });

export type Begins = z.output<typeof beginsSchema>;
export type AnswerFault = z.output<typeof answerFaultSchema>;
export type Lost = (typeof LOST)[number];
export type Refusal = z.output<typeof refusalSchema>;
