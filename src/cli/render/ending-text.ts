import type { Acceptance } from '#domain/preflight/finding';
import type { FindingCode } from '#errors/catalogue/catalogue';
import type { Failure } from '#errors/failure';
import type { EndingReport } from '../flow/describe-ending.ts';
import { quoted } from '../flow/next-command.ts';
import { formatFields } from './table.ts';

/** The last lines of a run for people: what happened, why, how the cluster stands, what to type. */
export function endingText({ ending, headline, failure, clusterState, report, next }: EndingReport): string {
  const fields = formatFields([
    ['why', failure && `${failure.message} [${failure.code}]`],
    ['to do', failure?.hint ?? null],
    ['or', ending === 'blocked' && failure ? acceptInWords(failure) : null],
    ['explain', failure && `upgrade explain ${codesIn(failure).join(' ')}`],
    ['cluster', clusterState],
    ['report', report.length === 0 ? null : report.join('\n')],
    ['next', next.length === 0 ? null : next.join('\n')],
  ]);
  return `\n${headline}\n${fields.replaceAll(/^(?=.)/gm, '  ')}`;
}

const NAMED = 3;

// A failure of checks stands for its findings: their codes are what there is to explain.
function codesIn(failure: Failure): readonly string[] {
  const found = findingsIn(failure).map(({ code }) => code);
  return found.length === 0 ? [failure.code] : [...new Set(found)].slice(0, NAMED);
}

/** Accepted or not, the drain refuses such a pod: an offer would lead there after the control plane was updated. */
const IN_VAIN: FindingCode = 'POD_NOT_EVICTABLE';

function acceptInWords(failure: Failure): string | null {
  const found = findingsIn(failure);
  if (found.some(({ code }) => code === IN_VAIN)) return null;
  const flags = found.map(({ code, object }) => `--accept ${quoted(`${code}=${object}`)}`);
  if (flags.length === 0) return null;
  const others = flags.length > NAMED ? ', and the same for the others' : '';
  return `run again and take it upon you by name (it is recorded with yours): ${flags.slice(0, NAMED).join(' ')}${others}`;
}

/** As the failure lists them: a line `CODE object: why` each. */
function findingsIn({ code, message }: Failure): readonly Acceptance[] {
  if (code !== 'ChecksBlock') return [];
  return [...message.matchAll(/^([A-Z][A-Z0-9_]*) (.+?): /gm)].map(([, found = '', object = '']) => ({
    code: found,
    object,
  }));
}
