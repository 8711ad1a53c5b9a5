import type { RunStatus, Situation } from '../flow/run-status.ts';
import { ago } from './ago.ts';
import { stateInWords } from './phase.ts';
import { formatFields } from './table.ts';

const SITUATIONS: Readonly<Record<Situation, string>> = {
  running: 'running',
  'at-gate': 'waiting for approval',
  parked: 'parked: stopped by a failure or a limit, waiting for you',
  paused: 'paused',
  stopped: 'stopped: no runner is alive; nothing is lost',
  finished: 'finished',
  blocked: 'blocked before any change; nothing was changed',
  held: 'not begun: another run holds the cluster',
  aborted: 'aborted',
  ended: 'ended',
};

/** `upgrade status` for people. */
export function statusText(status: RunStatus, next: readonly string[], now: number, log: string): string {
  const { runner, failure, pending, gate } = status;
  return formatFields([
    ['run', `${status.run}  (${status.hop} on ${status.cluster})`],
    ['situation', SITUATIONS[status.situation]],
    [
      'state',
      `${stateInWords(status.situation === 'parked' ? status.worked : status.state)}, since ${ago(status.since, now)}`,
    ],
    ['node', status.node],
    ['node group', status.nodeGroup],
    ['add-on', status.addon],
    ['step', status.step],
    ['waits for', status.waitingFor],
    ['gate', gate],
    ['failure', failure && `${failure.message} [${failure.code}]${failure.hint ? `\n→ ${failure.hint}` : ''}`],
    [
      'runner',
      runner && status.resumable
        ? `${runner.alive ? 'alive' : 'gone'}: pid ${runner.pid} on ${runner.host}, last seen ${ago(runner.lastSeen, now)}`
        : null,
    ],
    [
      'asked',
      pending.length === 0
        ? null
        : pending.map((it) => `${it.verb} by ${it.by}, ${ago(it.at, now)}, not taken yet`).join('\n'),
    ],
    ['cluster', status.clusterState],
    ['report', status.report.length === 0 ? null : status.report.join('\n')],
    ['log', log],
    ['next', next.length === 0 ? null : next.join('\n')],
  ]);
}
