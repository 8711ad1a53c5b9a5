import { join } from 'node:path';
import { loadScenario } from '#twin/scenario/load';
import { journalOf } from '../e2e/seen-from-outside.ts';
import type { Change } from '../e2e/unhealthy.ts';
import { openStage, type Stage } from '../kill/stage.ts';
import type { FailureCase, Typed } from './failure-case.ts';
import { problemsOf } from './problems.ts';
import { type Redact, redactor } from './redact.ts';
import { SEARCHED, SECRET_ENVIRONMENT, withSecrets } from './secrets.ts';
import { unmetFaults } from './unmet-faults.ts';

/** What came of a case: the golden text, and what no command may ever do. */
export interface Played {
  readonly text: string;
  readonly problems: readonly string[];
}

/** Plays a case on a twin of its own. `known`: lines of the undisturbed run, which the text leaves out. */
export async function play(it: FailureCase, known: ReadonlySet<string>): Promise<Played> {
  const change: Change = (scenario) => withSecrets(it.change?.(scenario) ?? scenario);
  const { faults } = change(loadScenario('ekstest'));
  const stage = await openStage(change);
  try {
    const redact = redactor(stage);
    const [parts, problems]: [string[], string[]] = [[], []];
    for (const act of it.script) {
      if ('types' in act) {
        const typed = await typeIt(stage, act, redact, known);
        parts.push(typed.text);
        problems.push(...typed.problems);
      } else {
        await act.does(stage);
        parts.push(`# ${act.told}\n`);
      }
    }
    problems.push(...(await problemsOf(stage, it)));
    if (it.isMetByWatches !== true) problems.push(...unmetFaults(faults, await journalOf(stage.twin)));
    return { text: parts.join('\n'), problems };
  } finally {
    await stage.end();
  }
}

/** How a run ended is told in any case. */
const ENDING = /^run <run> is /;

const STACK = /^\s+at .*:\d+:\d+\)?$/m;

async function typeIt(stage: Stage, act: Typed, redact: Redact, known: ReadonlySet<string>): Promise<Played> {
  const how = {
    env: { ...SECRET_ENVIRONMENT, ...act.env },
    ...(act.state !== undefined && { state: join(stage.folder, act.state) }),
  };
  const { exitCode, stdout, stderr, hung, signal } = await stage.types(act.types, how).outcome;
  const output = `${stderr}${stdout}`;
  const missing = [...(act.says ?? []), ...(act.code === undefined ? [] : [`[${act.code}]`])].filter(
    (words) => !output.includes(words),
  );
  const shown = [...notable(redact(stderr), known).slice(-8), redact(stdout)].join('\n');
  const said = `upgrade ${act.types.join(' ')}`;
  return {
    text: [
      `$ ${said}`,
      ...notable(redact(stderr), known),
      ...notable(redact(stdout), known),
      `exit ${exitCode}`,
      '',
    ].join('\n'),
    problems: [
      ...(exitCode === act.exit ? [] : [`${said}: exit ${exitCode ?? signal}, wanted ${act.exit}: ${shown}`]),
      ...missing.map((words) => `${said}: does not say "${words}": ${shown}`),
      ...(hung ? [`${said}: hangs`] : []),
      ...(STACK.test(output) ? [`${said}: a stack trace: ${output}`] : []),
      ...SEARCHED.filter((secret) => output.includes(secret)).map((secret) => `${said}: shows the secret ${secret}`),
    ],
  };
}

/** What the undisturbed run does not say, below the phase in which it is said. */
function notable(text: string, known: ReadonlySet<string>): readonly string[] {
  const lines: string[] = [];
  let phase: string | null = null;
  for (const line of text.split('\n')) {
    if (/^hh:mm:ss {2}── /.test(line)) phase = line;
    else if (line.trim() !== '' && (!known.has(line) || ENDING.test(line))) {
      if (phase !== null) lines.push(phase);
      phase = null;
      lines.push(line);
    }
  }
  return lines;
}
