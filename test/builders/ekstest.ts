import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { checkScenario } from '#twin/scenario/load';
import type { Scenario, ScenarioInput } from '#twin/scenario/schema';
import { openTwin, type Twin } from '#twin/twin';

type Mutable<Shape> = { -readonly [Key in keyof Shape]-?: Mutable<NonNullable<Shape[Key]>> };

/** What a scenario file says, open for changes. */
export type ScenarioDraft = Mutable<ScenarioInput>;

const TEXT = readFileSync(new URL('../../src/twin/scenario/ekstest.yaml', import.meta.url), 'utf8');

/** The scenario `ekstest`, with one thing broken. */
export function ekstest(change: (draft: ScenarioDraft) => void = () => {}): Scenario {
  const draft = { durations: {}, faults: {}, access: {}, updates: [], ...parse(TEXT) } as ScenarioDraft;
  change(draft);
  return checkScenario(draft);
}

/** A twin of `ekstest`, with one thing broken. */
export const ekstestTwin = (change?: (draft: ScenarioDraft) => void): Twin => openTwin(ekstest(change));

/** A Deployment of `replicas` pods with label `app: <name>`. */
export const deployment = (name: string, replicas: number, spec: object = {}, annotations: object = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'default' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name }, annotations },
      spec: { containers: [{ name: 'c', image: 'c:1' }], ...spec },
    },
  },
});

/** A budget over the pods with label `app: <name>`. */
export const budget = (name: string, spec: object, apiVersion = 'policy/v1') => ({
  apiVersion,
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'default' },
  spec: { selector: { matchLabels: { app: name } }, ...spec },
});

/** Moves the twin's time on by `ms`, one happening after another. */
export const pass = (twin: Twin, ms: number): void => twin.time.tick(twin.time.now() + ms);

/** The value of an answer; an answer without one fails the test. */
export function present<T>(answer: { readonly kind: string; readonly value?: T }): T {
  if (answer.kind !== 'value') throw new TypeError(`not a value: ${JSON.stringify(answer)}`);
  return answer.value as T;
}
