import type { Failure } from '#errors/failure';
import type { EndingReport } from '../flow/describe-ending.ts';
import { formatFields } from './table.ts';

const ACCEPT = 'run again and take it upon you by name: --accept CODE=object, as named above (recorded with your name)';

/** The last lines of a run for people: what happened, why, how the cluster stands, what to type. */
export function endingText({ ending, headline, failure, clusterState, report, next }: EndingReport): string {
  const fields = formatFields([
    ['why', failure && `${failure.message} [${failure.code}]`],
    ['to do', failure?.hint ?? null],
    ['or', ending === 'blocked' && failure?.code === 'ChecksBlock' ? ACCEPT : null],
    ['explain', failure && `upgrade explain ${codesIn(failure).join(' ')}`],
    ['cluster', clusterState],
    ['report', report.length === 0 ? null : report.join('\n')],
    ['next', next.length === 0 ? null : next.join('\n')],
  ]);
  return `\n${headline}\n${fields.replaceAll(/^(?=.)/gm, '  ')}`;
}

const NAMED = 3;

// A failure of checks stands for its findings: their codes are what there is to explain.
function codesIn({ code, message }: Failure): readonly string[] {
  const findings = code === 'ChecksBlock' ? message.match(/^[A-Z][A-Z0-9_]*(?= )/gm) : null;
  return findings === null ? [code] : [...new Set(findings)].slice(0, NAMED);
}
