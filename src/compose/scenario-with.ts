import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { checkScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';

/** The scenario with single values replaced: `durations.controlPlane` → `20s`. Checked again as a whole. */
export function scenarioWith(scenario: Scenario, set: Readonly<Record<string, string>>): Scenario {
  const pairs = Object.entries(set);
  if (pairs.length === 0) return scenario;
  const copy = structuredClone(scenario) as Tree;
  for (const [path, text] of pairs) put(copy, path, text);
  return checkScenario(copy);
}

type Tree = { [key: string]: unknown };

function put(tree: Tree, path: string, text: string): void {
  const keys = path.split('.');
  const last = keys.pop() ?? path;
  let at = tree;
  for (const key of keys) {
    const next = at[key];
    if (typeof next !== 'object' || next === null) throw unknown(path, key, at);
    at = next as Tree;
  }
  if (!Object.hasOwn(at, last)) throw unknown(path, last, at);
  at[last] = typeof at[last] === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}

const unknown = (path: string, key: string, at: Tree): UpgradeError =>
  new UpgradeError('WrongUse', `--set ${path}: the scenario has no "${key}" there`, {
    hint: `it has: ${Object.keys(at).join(', ')}`,
    exit: EXIT.usage,
  });
