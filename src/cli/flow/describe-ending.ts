import type { Ending } from '#engine/host';
import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { Failure } from '#errors/failure';
import type { Options } from '../option-values.ts';
import { clusterState } from '../render/cluster-state.ts';
import { stateInWords } from '../render/phase.ts';
import { failureWithRegion, withRegion } from '../render/with-region.ts';
import { commandFor } from './next-command.ts';
import { waysAtGate, waysWhenParked } from './next-steps.ts';
import { contextOf } from './run-status.ts';

/** What has to be known to tell how a run ended. */
export interface EndingFacts {
  readonly run: string;
  readonly hop: { readonly from: string; readonly to: string };
  readonly cluster: string;
  readonly region: string;
  /** The last state in which work was done. */
  readonly worked: string;
  readonly ending: Ending | Stopped;
  /** It had ended before this command, which has only looked. */
  readonly already?: boolean;
  readonly options: Options;
}

/** The runner could not go on and could not record why: the log stands as it was, and the run can be resumed. */
export interface Stopped {
  readonly kind: 'stopped';
  readonly failure: Failure;
}

/** The last words of a command; JSON, stable but for `headline`. */
export interface EndingReport {
  readonly run: string;
  readonly ending: (Ending | Stopped)['kind'];
  readonly exit: ExitCode;
  readonly resumable: boolean;
  readonly headline: string;
  readonly failure: Failure | null;
  /** What is true of the cluster now. */
  readonly clusterState: string | null;
  readonly report: readonly string[];
  /** Commands to type, the most likely first. */
  readonly next: readonly string[];
}

const EXITS: Readonly<Record<EndingReport['ending'], ExitCode>> = {
  finished: EXIT.done,
  parked: EXIT.failed,
  stopped: EXIT.failed,
  blocked: EXIT.blocked,
  gate: EXIT.paused,
  paused: EXIT.paused,
  held: EXIT.held,
  superseded: EXIT.held,
  aborted: EXIT.aborted,
};

/** Facts in, report out. */
export function describeEnding(facts: EndingFacts): EndingReport {
  const { run, ending, hop, worked, region } = facts;
  const resumable = ['parked', 'gate', 'paused', 'stopped'].includes(ending.kind);
  const memory = 'record' in ending ? contextOf(ending.record) : { failure: null, report: [] };
  return {
    run,
    ending: ending.kind,
    exit: EXITS[ending.kind],
    resumable,
    headline: facts.already ? `${headline(facts)} (it had ended before; nothing was done now)` : headline(facts),
    failure: regional('failure' in ending ? ending.failure : ending.kind === 'blocked' ? memory.failure : null),
    clusterState: resumable ? clusterState(worked, hop.from, hop.to) : null,
    report: memory.report.map((line) => withRegion(line, region)),
    next: next(facts),
  };

  function regional(failure: Failure | null): Failure | null {
    return failure && failureWithRegion(failure, region);
  }
}

function headline({ run, ending, hop, cluster, worked }: EndingFacts): string {
  switch (ending.kind) {
    case 'finished':
      return `run ${run} is finished: ${cluster} is at ${hop.to}`;
    case 'blocked':
      return `run ${run} is blocked before any change: nothing was changed`;
    case 'held':
      return `another run holds ${cluster}: nothing was changed`;
    case 'aborted':
      return `run ${run} is aborted; ${contextOf(ending.record).report.length > 0 ? 'what stays changed is listed below' : 'nothing was changed'}`;
    case 'parked':
      return `run ${run} is parked at "${stateInWords(worked)}"`;
    case 'stopped':
      return `run ${run} has stopped${worked && ` at "${stateInWords(worked)}"`}: its runner cannot go on; nothing is lost`;
    case 'gate':
      return `run ${run} waits for approval before ${ending.gate}`;
    case 'paused':
      return `run ${run} is paused at "${stateInWords(worked)}", asked for by ${ending.by}${ending.why ? `: ${ending.why}` : ''}`;
    case 'superseded':
      return `another runner (${ending.by}) has taken over run ${run}; this one has stopped`;
  }
}

function next(facts: EndingFacts): readonly string[] {
  const { run, ending, options } = facts;
  switch (ending.kind) {
    case 'parked':
      return waysWhenParked(run, contextOf(ending.record).mayGoOn, options);
    case 'gate':
      return waysAtGate(run, ending.gate, options);
    case 'paused':
    case 'stopped':
      return [commandFor(`resume ${run}`, options)];
    case 'superseded':
      return [commandFor(`status ${run}`, options)];
    case 'blocked':
    case 'held':
      return facts.already ? [anew(facts)] : [];
    default:
      return [];
  }
}

/** Nothing was changed by such a run and nothing is left of it to go on with. Whoever has typed `upgrade run` just now knows how. */
const anew = ({ hop, cluster, region, options }: EndingFacts): string =>
  commandFor(`run ${hop.from}-to-${hop.to} --cluster ${cluster} --region ${region}`, options);
