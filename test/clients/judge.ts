import type { Expectation } from './expectation.ts';
import type { Ran } from './run-command.ts';

/** What of an expectation was not met, one sentence each; empty when all was. `fill` puts kept texts into expressions. */
export function judge(wanted: Expectation, ran: Ran, fill: (text: string) => string): readonly string[] {
  return [
    ...(ran.wasTooSlow ? [`was ended after ${wanted.within} s`] : []),
    ...exitProblem(wanted, ran),
    ...columnProblems(wanted, ran.out),
    ...missing('standard output', wanted.out, ran.out, fill),
    ...missing('standard error', wanted.err, ran.err, fill),
    ...wanted.never
      .filter((it) => new RegExp(fill(it), 'm').test(ran.out + ran.err))
      .map((it) => `the output has /${it}/, which it must not have`),
    ...missing('standard output', Object.values(wanted.keep), ran.out, fill),
    ...(/Traceback \(most recent call last\)|^panic:|^\s+at .+\.js:\d+/m.test(ran.err) ? ['a stack trace'] : []),
  ];
}

/** A command that shows something without end has no exit code of its own. */
function exitProblem({ exit, until }: Expectation, ran: Ran): readonly string[] {
  return until !== undefined || ran.wasTooSlow || ran.exit === exit ? [] : [`exit code ${ran.exit} instead of ${exit}`];
}

function columnProblems({ columns }: Expectation, out: string): readonly string[] {
  const [first] = columns;
  if (first === undefined) return [];
  const line = out.split('\n').find((it) => it.startsWith(first)) ?? '';
  const found = line.trim().split(/\s{2,}/);
  return found.join('|') === columns.join('|') ? [] : [`columns ${found.join('|')} instead of ${columns.join('|')}`];
}

const missing = (
  where: string,
  expressions: readonly string[],
  text: string,
  fill: (text: string) => string,
): readonly string[] =>
  expressions.filter((it) => !new RegExp(fill(it), 'm').test(text)).map((it) => `${where} lacks /${fill(it)}/`);
