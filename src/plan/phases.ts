import type { PlannedAction, PlannedPhase, PlannedStep } from './plan.ts';
import type { Stay, Trace } from './trace.ts';

/** The stays of a walk as phases with their steps; `actions` are those of `actionsOf` for the same trace. */
export function phasesOf(trace: Trace): readonly PlannedPhase[] {
  const phases: { name: string; stays: { stay: Stay; firstAction: number }[] }[] = [];
  let firstAction = 1;
  for (const stay of trace.stays) {
    const name = phaseName(stay.state);
    if (phases.at(-1)?.name !== name) phases.push({ name, stays: [] });
    phases.at(-1)?.stays.push({ stay, firstAction });
    firstAction += stay.writes.length;
  }
  return phases.map(({ name, stays }) => ({
    name,
    startsMs: (stays[0]?.stay.from ?? trace.startedAt) - trace.startedAt,
    tookMs: (stays.at(-1)?.stay.to ?? 0) - (stays[0]?.stay.from ?? 0),
    steps: stays.map(({ stay, firstAction }) => stepOf(stay, firstAction, trace.startedAt)),
  }));
}

/** `work.controlPlane.updating` → `control plane` */
export function phaseName(state: string): string {
  const [first = '', second] = state.split('.');
  return inWords(first === 'work' ? (second ?? first) : first);
}

function stepOf(stay: Stay, firstAction: number, startedAt: number): PlannedStep {
  return {
    step: stay.step ?? (stay.gate === null ? 'wait' : 'gate'),
    state: stay.state.replace(/^work\./, ''),
    what: stay.what,
    startsMs: stay.from - startedAt,
    tookMs: stay.to - stay.from,
    actions: stay.writes.map((_, index): PlannedAction['number'] => firstAction + index),
    remarks: stay.remarks,
  };
}

const inWords = (camelCase: string): string => camelCase.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
