import type { Failure } from '../errors/failure.ts';
import { clockTime, minutes } from './format.ts';

type Level = 'info' | 'warning' | 'error';
const message = <Data>(level: Level, text: (data: Data) => string) => ({ level, text });

/**
 * Every message, declared once: stable code, level, payload type and today's text.
 * Renderers add the time; texts carry no colour.
 */
export const MESSAGES = {
  // the run
  'run-started': message(
    'info',
    (d: { run: string; hop: string; cluster: string; state: string }) => `run ${d.run}: ${d.hop} on ${d.cluster}`,
  ),
  'run-resumed': message(
    'info',
    (d: { run: string; at: string; stoppedForMs: number }) =>
      `run ${d.run} goes on at "${d.at}" after ${minutes(d.stoppedForMs)} without a runner`,
  ),
  'runner-slept': message(
    'warning',
    (d: { run: string; forMs: number }) =>
      `the runner of run ${d.run} was stopped for ${minutes(d.forMs)}; deadlines move by that time, and the checks are repeated`,
  ),
  'clock-set-back': message(
    'warning',
    (d: { run: string; byMs: number }) =>
      `the clock of this machine was set back by ${minutes(d.byMs)} while run ${d.run} was under way; deadlines move by that time, and the checks are repeated`,
  ),
  'run-finished': message('info', (d: { run: string }) => `run ${d.run} is finished`),
  'run-aborted': message('warning', (d: { run: string; leftovers: readonly string[] }) =>
    d.leftovers.length === 0
      ? `run ${d.run} is aborted; nothing was changed`
      : [`run ${d.run} is aborted; this stays changed:`, ...d.leftovers.map((it) => `  - ${it}`)].join('\n'),
  ),
  'run-parked': message(
    'error',
    (d: { run: string; at: string; failure: Failure }) =>
      `parked at "${d.at}": ${d.failure.message} [${d.failure.code}]`,
  ),
  'run-paused': message(
    'info',
    (d: { run: string; at: string; by: string }) => `paused at "${d.at}", asked for by ${d.by}`,
  ),
  'run-waits-at-gate': message('info', (d: { run: string; gate: string }) => `waiting for approval before ${d.gate}`),
  'gate-approved': message('info', (d: { gate: string; by: string }) => `${d.gate} is approved by ${d.by}`),
  'run-superseded': message(
    'error',
    (d: { run: string; by: string }) => `another runner (${d.by}) has taken over run ${d.run}; this one stops`,
  ),
  'control-refused': message('warning', (d: { verb: string; why: string }) => `"${d.verb}" is refused: ${d.why}`),
  'timer-fired': message('warning', (d: { timer: string; at: string }) => `limit "${d.timer}" reached at "${d.at}"`),
  // phases and steps
  'state-entered': message('info', (d: { state: string }) => d.state),
  'step-started': message('info', (d: { step: string; what: string }) => d.what),
  'step-waiting': message(
    'info',
    (d: { step: string; waitingFor: Waiting }) =>
      `waiting for ${d.waitingFor.what} since ${clockTime(d.waitingFor.since)}; ends when ${d.waitingFor.endsWhen}`,
  ),
  // findings
  finding: message(
    'warning',
    (d: { code: string; severity: string; object: string; why: string; whatToDo: string }) =>
      `${d.severity.toUpperCase()} ${d.code} ${d.object}: ${d.why}\n  → ${d.whatToDo}`,
  ),
  // control plane
  'control-plane-update-adopted': message(
    'info',
    (d: { update: string; version: string }) =>
      `update ${d.update} to ${d.version} is already running: it is followed, no second one is started`,
  ),
  'control-plane-slow': message(
    'warning',
    (d: { update: string; sinceMs: number }) =>
      `update ${d.update} has been running for ${minutes(d.sinceMs)}; EKS cannot cancel it, so the run waits on`,
  ),
  'control-plane-settled': message(
    'info',
    (d: { gitVersion: string; answers: number }) =>
      `${d.answers} answers in a row on new connections say ${d.gitVersion}`,
  ),
  // node groups
  'node-group-designed': message('info', (d: { group: string; old: string; differences: readonly string[] }) =>
    [`node group ${d.group} is made after ${d.old}; what differs:`, ...d.differences.map((it) => `  - ${it}`)].join(
      '\n',
    ),
  ),
  'node-group-adopted': message(
    'info',
    (d: { group: string; old: string; run: string }) =>
      `node group ${d.group} was made by run ${d.run} to replace ${d.old}, with the same settings: it is this run's now, no second one is created`,
  ),
  'node-group-gone': message('info', (d: { group: string }) => `node group ${d.group} is gone`),
  'workload-not-ready': message(
    'warning',
    (d: { workload: string; why: string }) => `${d.workload} is not ready: ${d.why}`,
  ),
  // nodes
  'node-worthy': message(
    'info',
    (d: { node: string; zone: string; kubelet: string }) => `node ${d.node} (${d.zone}) is ready: kubelet ${d.kubelet}`,
  ),
  'node-cordoned': message('info', (d: { node: string; already: boolean }) =>
    d.already ? `node ${d.node} was unschedulable already; left as it is` : `node ${d.node} cordoned`,
  ),
  'node-gone': message(
    'warning',
    (d: { node: string }) => `node ${d.node} is gone, deleted by somebody else: nothing is left to drain`,
  ),
  'stands-out': message('warning', (d: { what: string }) => `worth a look: ${d.what}`),
  'node-drained': message('info', (d: { node: string }) => `node ${d.node} drained`),
  'pod-evicted': message('info', (d: { pod: string; node: string }) => `evicting pod ${d.pod} from ${d.node}`),
  'pod-gone': message('info', (d: { pod: string; node: string }) => `pod ${d.pod} is gone from ${d.node}`),
  'eviction-waits': message(
    'warning',
    (d: { pod: string; code: string; why: string }) => `pod ${d.pod} waits: ${d.why} [${d.code}]`,
  ),
  'pod-returned': message(
    'warning',
    (d: { pod: string; node: string }) =>
      `pod ${d.pod} came to ${d.node} in spite of the cordon, and would come again; it is left there`,
  ),
  'workload-back': message(
    'info',
    (d: { workload: string; ready: number }) => `${d.workload} is back: ${d.ready} ready`,
  ),
  undone: message('info', (d: { what: string }) => `undone: ${d.what}`),
  'left-as-it-is': message('info', (d: { what: string }) => d.what),
  // add-ons
  'addon-kept': message(
    'info',
    (d: { addon: string; version: string; why: string }) => `add-on ${d.addon} stays at ${d.version}: ${d.why}`,
  ),
  'addon-left-alone': message(
    'warning',
    (d: { addon: string; why: string }) => `add-on ${d.addon} is left alone: ${d.why}`,
  ),
  'addon-updated': message('info', (d: { addon: string; version: string }) => `add-on ${d.addon} is at ${d.version}`),
} as const;

/** What a step waits for: shown to people, kept nowhere. */
export interface Waiting {
  /** A noun phrase: `update 1234 of cluster ekstest`. */
  readonly what: string;
  /** Instant, ms, UTC. */
  readonly since: number;
  /** A clause: `EKS says Successful or Failed`. */
  readonly endsWhen: string;
}
