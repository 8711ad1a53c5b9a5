import { EXIT, type ExitCode } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { Composition } from '../compose/composition.ts';
import { toolVersion } from '../compose/package-folder.ts';
import { COMMANDS } from './commands/index.ts';
import { wantsJson } from './option-values.ts';
import { parse } from './program.ts';
import { reportError } from './report-error.ts';
import type { Surroundings } from './surroundings.ts';

/** Loads what is plugged into what; called only when a command needs it. */
export type LoadComposition = () => Promise<{ readonly compose: () => Promise<Composition> }>;

/** One use of `upgrade`: gives the exit code; never throws. The only place where an error ends a command. */
export async function main(argv: readonly string[], load: LoadComposition, around: Surroundings): Promise<ExitCode> {
  try {
    const typed = parse(helpLast(argv), COMMANDS, toolVersion(), around);
    if (typed.kind === 'answered') return EXIT.done;
    if (typed.options.accept.length > 0) (await import('./flow/known-acceptances.ts')).refuseUnknown(typed.options);
    const composition = await (await load()).compose();
    const exit = await typed.command.act({ arguments: typed.arguments, options: typed.options, composition, around });
    return await unlessLost(exit, around);
  } catch (error) {
    return reportError(error, wantsJson(argv), around);
  }
}

/** What was asked for includes its output: without that it is not done. How a run ended is told by its log all the same. */
async function unlessLost(exit: ExitCode, around: Surroundings): Promise<ExitCode> {
  const why = await around.lostOutput?.();
  if (why === undefined || why === null) return exit;
  const lost = new UpgradeError('OutputLost', `what this command printed could not be written: ${why}`, {
    hint: `the command itself ended with ${exit}; make room where its output goes. Where a run stands: upgrade status`,
  });
  const told = reportError(lost, false, around);
  return exit === EXIT.done ? told : exit;
}

/** `upgrade help plan` is what many type for `upgrade plan --help`. */
const helpLast = (argv: readonly string[]): readonly string[] =>
  argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
