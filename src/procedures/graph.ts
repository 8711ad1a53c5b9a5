import type { AnyStateNode } from 'xstate';
import type { Procedure } from '#engine/author/procedure';
import type { BlueGreenInput } from './input.ts';

/**
 * The procedure as a mermaid state diagram (https://mermaid.js.org/syntax/stateDiagram.html), meant to be read as a
 * table of contents too: numbered phases in their order, in each its states with the step they run. Phases for which
 * the runbook names no add-on are left out. Failures and limits all lead to `parked` and are said in one note.
 */
export function procedureGraph({ name, version, machine }: Procedure, addons: BlueGreenInput['addons']): string {
  const work = machine.root.states.work as AnyStateNode;
  const shown = Object.values(work.states).filter((phase) => isWalked(phase, addons));
  return [
    '---',
    `title: ${name}@${version}`,
    '---',
    'stateDiagram-v2',
    ...shown.flatMap((phase, index) => phaseLines(phase, `${index + 1} ${words(phase.key)}`)),
    ...['[*]', ...shown.map(idOf)].map((id, index) => `  ${id} --> ${shown[index] ? idOf(shown[index]) : '[*]'}`),
    `  note right of ${idOf(shown[0] as AnyStateNode)}`,
    '    any failure or limit parks the run (in preflight: ends it as blocked):',
    '    upgrade retry, upgrade skip where harmless, upgrade abort',
    '  end note',
    '',
  ].join('\n');
}

function isWalked({ key, type }: AnyStateNode, addons: BlueGreenInput['addons']): boolean {
  if (type === 'history') return false;
  const when = {
    addonFloors: 'beforeControlPlane',
    addonsBeforeDelete: 'beforeDelete',
    addonsAfterDelete: 'afterDelete',
  }[key];
  return when === undefined || addons[when as keyof BlueGreenInput['addons']].length > 0;
}

function phaseLines(phase: AnyStateNode, title: string): string[] {
  if (phase.type !== 'compound') return [`  state "${title}: ${whatHappensIn(phase)}" as ${idOf(phase)}`];
  const states = Object.values(phase.states).filter((state) => state.type !== 'final' && !isDetour(state));
  const initial = phase.initial.target?.[0] as AnyStateNode;
  return [
    `  state "${title}" as ${idOf(phase)} {`,
    ...states.map(stateLine),
    `    [*] --> ${idOf(initial)}`,
    ...states.flatMap(arrowLines),
    '  }',
  ];
}

function stateLine(state: AnyStateNode): string {
  const what = whatHappensIn(state);
  return what === null
    ? `    state ${idOf(state)} <<choice>>`
    : `    state "${words(state.key)}: ${what}" as ${idOf(state)}`;
}

/** Where a failed wait parks and a retry sets out from (`lookAgainAt`). */
const isDetour = (state: AnyStateNode): boolean => state.always?.[0]?.guard === 'stillFailed';

/** The step's name, the gate, the wait; null for a state that only chooses. */
function whatHappensIn(state: AnyStateNode): string | null {
  const step = state.invoke[0]?.src;
  if (typeof step === 'string') return step;
  const gate = (state.meta as { gate?: string } | undefined)?.gate;
  if (gate !== undefined) return `gate, upgrade approve ${gate}`;
  return state.after.length > 0 ? 'wait' : null;
}

/** Where a state leads when all is well. */
function arrowLines(state: AnyStateNode): string[] {
  const transitions = [...state.transitions.values()].flat().concat(state.always ?? []);
  const targets = transitions
    .filter(({ eventType }) => !/^xstate\.error|Deadline|^operator\.|^guard\./.test(eventType))
    .flatMap(({ target }) => target ?? [])
    .filter(({ parent }) => parent === state.parent)
    .map((target) => (target.type === 'final' ? '[*]' : idOf(target)));
  return [...new Set(targets)].map((target) => `    ${idOf(state)} --> ${target}`);
}

const idOf = (state: AnyStateNode): string => state.path.slice(1).join('_');

const words = (key: string): string => key.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
