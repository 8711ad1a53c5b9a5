import type { Entry } from './entry.ts';

const AUTHOR =
  'For the author of the procedure; the conventions are in src/engine/author/procedure.ts. An operator who sees it reports it.';
const WHOLE = 'Nothing was recorded and nothing was begun; the run stands at its last record.';

/** A procedure that breaks a convention of the engine: seen by authors, in tests, never in a released version. */
export const PROCEDURE = {
  DefinitionRefused: {
    title: 'the procedure cannot be run',
    means: 'When a procedure is loaded every state is looked at; each broken convention is named with its place.',
    state: WHOLE,
    todo: AUTHOR,
  },
  ActionForbidden: {
    title: 'the procedure asks for an action that a record cannot hold',
    means: 'Only assign, raise and invoked steps are recorded.',
    state: WHOLE,
    todo: AUTHOR,
  },
  EffectForbidden: {
    title: 'the procedure starts a step in a way that is not recorded',
    means: 'A step was started without a name, by spawn, or while another one is under way.',
    state: WHOLE,
    todo: AUTHOR,
  },
  ProcedureBroken: {
    title: 'the procedure failed by itself',
    means: 'A function of the procedure threw while the next state was computed; its words are in the message.',
    state: WHOLE,
    todo: AUTHOR,
  },
  ProcedureStuck: {
    title: 'the run is where nothing can happen any more',
    means: 'The state has no step, no timer, no gate, and is no ending.',
    state: WHOLE,
    todo: AUTHOR,
  },
  StepNotBound: {
    title: 'a step was started by XState',
    means: 'Only the engine runs steps; somebody started an actor of the procedure.',
    state: WHOLE,
    todo: AUTHOR,
  },
} satisfies Readonly<Record<string, Entry>>;
