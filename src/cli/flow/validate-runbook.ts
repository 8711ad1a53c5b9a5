import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { Call } from '../command.ts';

/** `upgrade runbook validate`: throws with every problem, or says that there is none. */
export async function validateRunbook({ composition, around, arguments: [file = ''] }: Call): Promise<ExitCode> {
  const { runbook } = await composition.loadRunbook(file);
  around.out(`${file} is valid: ${runbook.hop.from} to ${runbook.hop.to}, ${runbook.strategy}\n`);
  return EXIT.done;
}
