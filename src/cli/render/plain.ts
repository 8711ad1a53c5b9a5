import { clockTime } from '#messages/format';
import type { Message } from '#messages/message';
import { levelOf, messageText } from './message-text.ts';
import { phaseOf, stateInWords } from './phase.ts';
import type { Renderer } from './renderer.ts';
import { decideShow, NOTHING_SEEN } from './worth-showing.ts';

/** Lines with time stamps (UTC), for logs. The date is said first and whenever it changes. */
export function plainRenderer(now: () => number, write: (text: string) => void): Renderer {
  let seen = NOTHING_SEEN;
  let date = '';
  return {
    notify(message) {
      const at = now();
      const decision = decideShow(seen, { at, message });
      seen = decision.seen;
      if (!decision.show) return;
      const today = new Date(at).toISOString().slice(0, 10);
      if (today !== date) write(`${today} (times are UTC)\n`);
      date = today;
      write(`${lines(at, message)}\n`);
    },
    release: async () => {},
  };
}

const INDENT = ' '.repeat('17:30:38  '.length);

function lines(at: number, message: Message): string {
  const text = lineText(message);
  const mark = levelOf(message) === 'error' ? 'error: ' : '';
  return `${clockTime(at)}  ${mark}${text.replaceAll('\n', `\n${INDENT}`)}`;
}

function lineText(message: Message): string {
  if (message.code === 'state-entered') return `── ${phaseOf(message.data.state)}`;
  // Why and what to do are the last lines of the command; said here as well, a long text would stand there twice.
  if (message.code === 'run-parked')
    return `parked at "${stateInWords(message.data.at)}" [${message.data.failure.code}]`;
  return messageText(message);
}
