import type { Surroundings } from '../surroundings.ts';

interface Question {
  readonly text: string;
  readonly yes: (answer: string) => boolean;
}

/** True when the operator said so; an interrupted or closed terminal says no. */
export async function ask(around: Surroundings, { text, yes }: Question, signal: AbortSignal): Promise<boolean> {
  try {
    return yes(await around.ask(`\n${text}`, signal));
  } catch {
    around.err('\n');
    return false;
  }
}
