import type { EndingReport } from '../flow/describe-ending.ts';
import { formatFields } from './table.ts';

/** The last lines of a run for people: what happened, why, how the cluster stands, what to type. */
export function endingText({ headline, failure, clusterState, report, next }: EndingReport): string {
  const fields = formatFields([
    ['why', failure && `${failure.message} [${failure.code}]`],
    ['to do', failure?.hint ?? null],
    ['cluster', clusterState],
    ['report', report.length === 0 ? null : report.join('\n')],
    ['next', next.length === 0 ? null : next.join('\n')],
  ]);
  return `\n${headline}\n${fields.replaceAll(/^(?=.)/gm, '  ')}`;
}
