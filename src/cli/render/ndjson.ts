import { levelOf, messageText } from './message-text.ts';
import type { Renderer } from './renderer.ts';

/** One JSON object a line: `at`, `code`, `level` and `data` are stable, `text` is not. */
export function ndjsonRenderer(now: () => number, write: (text: string) => void): Renderer {
  return {
    notify(message) {
      const at = new Date(now()).toISOString();
      write(
        jsonLine({ at, code: message.code, level: levelOf(message), data: message.data, text: messageText(message) }),
      );
    },
    release: async () => {},
  };
}

export const jsonLine = (it: object): string => `${JSON.stringify(it)}\n`;
