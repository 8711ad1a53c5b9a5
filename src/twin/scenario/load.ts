import { existsSync, readFileSync } from 'node:fs';
import { type Document, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import type { FailureCode } from '#errors/catalogue/catalogue';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { type Scenario, scenarioSchema } from './schema.ts';

/** The name of a scenario that comes with the tool: it leads into no other folder. */
const BUILT_IN = /^[a-z0-9][a-z0-9.-]*$/;

/** A scenario by the name of one that comes with the tool (`ekstest`, `eks-1.36`), or by the path of a file. */
export function loadScenario(nameOrPath: string): Scenario {
  const builtIn = new URL(`./${nameOrPath}.yaml`, import.meta.url);
  if (BUILT_IN.test(nameOrPath) && existsSync(builtIn)) return parseScenario(readFileSync(builtIn, 'utf8'), nameOrPath);
  if (existsSync(nameOrPath)) return parseScenario(readText(nameOrPath), nameOrPath);
  throw invalid(
    'ScenarioNotFound',
    `there is no scenario "${nameOrPath}": neither one that comes with the tool nor a file`,
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw invalid('ScenarioNotFound', `"${path}" cannot be read: ${(cause as Error).message}`);
  }
}

/** Reads YAML (or JSON) text. `source` is what messages call it. */
export function parseScenario(text: string, source: string): Scenario {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const broken = document.errors[0];
  if (broken)
    throw invalid('ScenarioInvalid', `${source}:${at(lines, broken.pos[0])} ${broken.message.split(/[:"\n]/)[0]}`);
  return checkScenario(expand(document, source), (path) => {
    const node = document.getIn(path, true) as { range?: readonly number[] } | undefined;
    return `${source}:${at(lines, node?.range?.[0] ?? 0)}`;
  });
}

// The parser refuses aliases that would fill the memory.
function expand(document: Document, source: string): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    throw invalid('ScenarioInvalid', `${source}: ${(cause as Error).message}`);
  }
}

/** Checks plain data, for example what a snapshot of a live cluster has put together. */
export function checkScenario(data: unknown, place: (path: PropertyKey[]) => string = () => 'scenario'): Scenario {
  const result = scenarioSchema.safeParse(data);
  if (result.success) return result.data;
  const texts = result.error.issues.map((issue) => `${place(nearest(data, issue.path))} ${describe(issue)}`);
  throw invalid('ScenarioInvalid', texts.join('\n'));
}

const describe = (issue: z.core.$ZodIssue): string => `${issue.path.join('.') || 'scenario'}: ${issue.message}`;

/** The path as far as it exists: a missing key has no place of its own. */
function nearest(data: unknown, path: PropertyKey[]): PropertyKey[] {
  let value: unknown = data;
  for (const [index, key] of path.entries()) {
    if (typeof value !== 'object' || value === null || !(key in value)) return path.slice(0, index);
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return path;
}

function at(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${line}:${col}`;
}

const invalid = (code: FailureCode, message: string): UpgradeError =>
  new UpgradeError(code, message, { exit: EXIT.usage, hint: 'docs/twin.md describes the format of scenarios' });
