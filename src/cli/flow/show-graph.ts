import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { Call } from '../command.ts';

/** `upgrade graph`: the procedure of a hop as mermaid. */
export async function showGraph({ composition, around, arguments: [hop = ''] }: Call): Promise<ExitCode> {
  around.out(await composition.graph(await composition.loadRunbook(hop)));
  return EXIT.done;
}
