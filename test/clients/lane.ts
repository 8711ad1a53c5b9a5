import { type Expectation, readExpectations } from './expectation.ts';
import { judge } from './judge.ts';
import { type Ran, runCommand } from './run-command.ts';
import type { ServedTwin } from './served-twin.ts';

/** The outcome of one expectation. */
export interface Verdict {
  readonly what: string;
  readonly problems: readonly string[];
}

interface Place {
  readonly twin: ServedTwin;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly say: (line: string) => void;
}

/** Looks at one list of expectations, one after the other, against a twin of its own. */
export async function runLane(file: URL, place: Place): Promise<readonly Verdict[]> {
  const kept = new Map<string, string>();
  const fill = (text: string) => text.replace(/\{([a-z][a-z-]*)\}/g, (all, name) => kept.get(name) ?? all);
  const verdicts: Verdict[] = [];
  for (const wanted of await readExpectations(file)) {
    const ran = await carryOut(wanted, place, fill);
    for (const [name, expression] of Object.entries(wanted.keep)) {
      const found = new RegExp(fill(expression), 'm').exec(ran.out)?.[1];
      if (found !== undefined) kept.set(name, found);
    }
    const problems = judge(wanted, ran, fill);
    place.say(
      problems.length === 0 ? `✓ ${wanted.what} (${ran.seconds.toFixed(1)} s)` : failure(wanted, ran, problems),
    );
    verdicts.push({ what: wanted.what, problems });
  }
  return verdicts;
}

async function carryOut(wanted: Expectation, { env, folder }: Place, fill: (text: string) => string): Promise<Ran> {
  const base = { env, folder, within: wanted.within };
  const meanwhile: Promise<Ran>[] = [];
  const ran = await runCommand({
    ...base,
    run: fill(wanted.run),
    ...(wanted.until !== undefined && { until: new RegExp(fill(wanted.until), 'm') }),
    onFirstOutput: () => {
      if (wanted.meanwhile !== undefined) meanwhile.push(runCommand({ ...base, run: fill(wanted.meanwhile) }));
    },
  });
  const failed = (await Promise.all(meanwhile)).find((it) => it.exit !== 0);
  return failed === undefined ? ran : { ...ran, exit: failed.exit, err: `${ran.err}${failed.err}`, wasTooSlow: true };
}

function failure({ what, run }: Expectation, { out, err }: Ran, problems: readonly string[]): string {
  const shown = [`$ ${run}`, ...out.trimEnd().split('\n'), ...err.trimEnd().split('\n')].slice(0, 40);
  return [`✗ ${what}`, ...problems.map((it) => `  ${it}`), ...shown.map((it) => `  │ ${it}`)].join('\n');
}
