import { fromPromise, type PromiseActorLogic } from 'xstate';
import { UpgradeError } from '#errors/upgrade-error';

/** What each step takes and gives, by name: the only thing a procedure knows about steps. */
export type StepTable<Names extends PropertyKey> = {
  readonly [Name in Names]: { readonly input: unknown; readonly output: unknown };
};

/** Actors typed as the steps of `Table`, for `setup({ actors })`. */
export type Stubs<Table extends StepTable<keyof Table>> = {
  [Name in keyof Table & string]: PromiseActorLogic<Table[Name]['output'], Table[Name]['input']>;
};

const made = new WeakSet<object>();

/** One stub for each name. The engine runs the steps; a stub that runs by itself fails with its own name. */
export const stubs = <Table extends StepTable<keyof Table>>(names: readonly (keyof Table & string)[]): Stubs<Table> =>
  Object.fromEntries(names.map((name) => [name, stub(name)])) as unknown as Stubs<Table>;

/** Whether an actor of a machine is one of ours, and so stands for a step. */
export const isStub = (logic: unknown): boolean => typeof logic === 'object' && logic !== null && made.has(logic);

function stub(name: string): PromiseActorLogic<unknown, unknown> {
  const logic = fromPromise<unknown, unknown>(() => Promise.reject(notBound(name)));
  made.add(logic);
  return logic;
}

function notBound(name: string): UpgradeError {
  return new UpgradeError('StepNotBound', `step "${name}" was started by XState; only the engine runs steps`, {
    hint: 'drive the run with drive() instead of starting an actor',
  });
}
