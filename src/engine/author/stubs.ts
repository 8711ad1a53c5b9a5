import { fromPromise, type PromiseActorLogic } from 'xstate';
import { UpgradeError } from '#errors/upgrade-error';

/** What a table of steps says to the type checker: name → input and output. */
export type StepTypes = Readonly<Record<string, { readonly input: unknown; readonly output: unknown }>>;

type Stubs<Table> = {
  [Name in keyof Table]: Table[Name] extends { input: infer Input; output: infer Output } ? PromiseActorLogic<Output, Input> : never;
};

/** The named actors of a procedure. They carry types only: the engine runs the steps, so a started stub is a defect. */
export function stubs<Table>(names: readonly (keyof Table & string)[]): Stubs<Table> {
  const named = names.map((name) => [name, stub(name)] as const);
  return Object.fromEntries(named) as unknown as Stubs<Table>;
}

const stub = (name: string) =>
  fromPromise<unknown, unknown>(() =>
    Promise.reject(new UpgradeError('StubStarted', `step "${name}" was started by XState; steps are run by the engine`)),
  );
