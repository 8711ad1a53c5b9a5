import type { Answer } from '#ports/answer';
import type { Ec2 } from '#ports/ec2';
import type { Eks } from '#ports/eks';
import type { Kubernetes, Pod } from '#ports/kubernetes';

/** The ports of one twin, however they are bound, and its clock. */
export interface Bound {
  readonly kubernetes: Kubernetes;
  readonly eks: Eks;
  readonly ec2: Ec2;
  /** Lets model time pass, ms. */
  pass(ms: number): Promise<void>;
}

/** One thing that every binding has to answer alike. */
export interface ContractCase {
  /** A sentence: what is done, or what the answer is. */
  readonly name: string;
  /** What is to come out, in short: `value`, or status and code; so that two bindings cannot be wrong together. */
  readonly outcome: readonly string[];
  readonly run: (bound: Bound) => Promise<readonly Answer<unknown>[]>;
}

/** A case with a single call. */
export const one = (name: string, outcome: string, call: (bound: Bound) => Promise<Answer<unknown>>): ContractCase => ({
  name,
  outcome: [outcome],
  run: async (bound) => [await call(bound)],
});

/** An answer in short. */
export function inShort(answer: Answer<unknown>): string {
  if (answer.kind === 'refused') return `${answer.status} ${answer.code}`.trim();
  return answer.kind === 'value' ? 'value' : `unknown ${answer.code}`;
}

/** The value of an answer that the case cannot go on without. */
export function got<T>(answer: Answer<T>): T {
  if (answer.kind !== 'value') throw new TypeError(`expected a value, got ${inShort(answer)}: ${answer.message}`);
  return answer.value;
}

/** The running pods of a Deployment in `shop`. */
export async function podsOf({ kubernetes }: Bound, app: string): Promise<readonly Pod[]> {
  return got(await kubernetes.listPods()).filter((it) => it.metadata.labels?.app === app);
}
