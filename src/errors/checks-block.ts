import type { FailureCode } from './catalogue/catalogue.ts';
import type { Failure } from './failure.ts';
import { listSome } from './list-some.ts';

const CODE: FailureCode = 'ChecksBlock';

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly object: string;
  readonly why: string;
  readonly whatToDo: string;
}

/** The failure for the findings that block: a line each, `CODE object: why`; where the advice differs, each has its own below it. */
export function checksBlock(findings: readonly Found[]): Failure {
  const blocks = findings.filter(({ severity }) => severity === 'block');
  const [advice = null, other] = new Set(blocks.map(({ whatToDo }) => whatToDo));
  const lines = blocks.map((it) => (other === undefined ? lineOf(it) : `${lineOf(it)}\n  → ${it.whatToDo}`));
  return {
    code: CODE,
    message: listSome(lines, '\n'),
    hint: other === undefined ? advice : 'mend each as the line below it says',
    cause: null,
  };
}

const lineOf = ({ code, object, why }: Found): string => `${code} ${object}: ${why}`;
