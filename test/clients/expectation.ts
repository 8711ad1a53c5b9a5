import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

const words = z.array(z.string()).default([]);

const expectationSchema = z.strictObject({
  /** What is shown, as a sentence. */
  what: z.string(),
  /** A line for `sh`. `{name}` stands for what an earlier expectation has kept under that name. */
  run: z.string(),
  exit: z.int().default(0),
  /** The words of the first line that begins with the first of them; columns lie two blanks or more apart. */
  columns: words,
  /** Regular expressions (multi-line) that standard output has to meet, */
  out: words,
  /** and standard error, */
  err: words,
  /** and what neither may contain. */
  never: words,
  /** Name → expression whose first group is kept of standard output. */
  keep: z.record(z.string(), z.string()).default({}),
  /** For commands that go on until they are ended: done to the cluster meanwhile, */
  meanwhile: z.string().optional(),
  /** and what standard output has to show before the command is ended. */
  until: z.string().optional(),
  /** Seconds after which the command is ended and has failed. */
  within: z.number().default(30),
});

export type Expectation = z.output<typeof expectationSchema>;

/** A recorded list of expectations, in the order in which they are looked at; unknown keys are refused. */
export async function readExpectations(file: URL): Promise<readonly Expectation[]> {
  return z.array(expectationSchema).parse(parse(await readFile(file, 'utf8')));
}
