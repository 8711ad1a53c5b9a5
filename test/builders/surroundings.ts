import type { Surroundings } from '../../src/cli/surroundings.ts';

/** Surroundings that keep what was printed and answer questions from a list. */
export interface RecordedSurroundings extends Surroundings {
  readonly printed: { out: string; err: string };
  readonly asked: string[];
  /** As if the operator pressed Ctrl-C. */
  readonly interrupt: () => void;
  readonly ended: number[];
}

export function surroundings(
  changed: Partial<Surroundings> & { readonly answers?: readonly string[] } = {},
): RecordedSurroundings {
  const printed = { out: '', err: '' };
  const asked: string[] = [];
  const ended: number[] = [];
  const answers = [...(changed.answers ?? [])];
  const listeners = new Set<(signal: string) => void>();
  return {
    printed,
    asked,
    ended,
    interrupt: () => listeners.forEach((it) => void it('SIGINT')),
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    terminal: false,
    colour: false,
    env: { HOME: '/home/anna' },
    user: 'anna@box',
    folder: '/home/anna',
    ask: (question, signal) => {
      asked.push(question);
      const answer = answers.shift();
      return answer === undefined ? rejectedWhenAborted(signal) : Promise.resolve(answer);
    },
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    endNow: (code) => void ended.push(code),
    ...changed,
  };
}

const rejectedWhenAborted = (signal: AbortSignal): Promise<string> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });
