import type { WireAnswer } from '../api/answer.ts';

/** A call that changes something. */
export interface Call {
  /** As the journal names it: `eks:CreateNodegroup`, `k8s:patch nodes`. */
  readonly operation: string;
  /** Of a Kubernetes object; empty for AWS. */
  readonly namespace?: string;
  readonly name?: string;
  /** The request of AWS, the body or the options of Kubernetes. */
  readonly body: Json;
}

export type Json = Readonly<Record<string, unknown>>;

/** What a call breaks, said once it is answered; each text names the object. */
export type Verdict = (answer: WireAnswer) => readonly string[];

/** One rule. It looks at the cluster before a call is performed, and reckons by itself. */
export interface Rule {
  readonly name: string;
  readonly judge: (call: Call) => Verdict;
  /** Called whenever the cluster has come to rest after something happened. Has to be cheap. */
  readonly settled?: () => void;
}

/** Nothing is wrong, or not the rule's business. */
export const FINE: Verdict = () => [];

/** Wrong whatever the answer is: it should not have been asked for. */
export const wrong =
  (texts: readonly string[]): Verdict =>
  () =>
    texts;

/** Wrong when the call was carried out: a refusal changed nothing. */
export const wrongIfDone =
  (texts: readonly string[]): Verdict =>
  ({ status }) =>
    status < 300 ? texts : [];

/** Those texts whose condition holds. */
export const texts = (...lines: readonly (readonly [boolean, string])[]): readonly string[] =>
  lines.flatMap(([holds, text]) => (holds ? [text] : []));
