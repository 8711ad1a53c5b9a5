import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { StartedTwin } from './started-twin.ts';

const DEMO = fileURLToPath(new URL('demo.js', import.meta.url));

export interface Operator {
  /** Types a command, shows what it prints, gives the exit code. `onLine` sees each line. */
  readonly types: (words: readonly string[], onLine?: (line: string) => void) => Promise<number>;
}

/** Somebody at a terminal whose `upgrade` follows the twin's time; credentials are the twin's, from the environment as usual. */
export function operator(twin: StartedTwin): Operator {
  const env = {
    AWS_ENDPOINT_URL: twin.awsUrl,
    AWS_ACCESS_KEY_ID: 'AKIAEXAMPLEEXAMPLE00',
    AWS_SECRET_ACCESS_KEY: 'demo',
    AWS_REGION: 'ap-northeast-1',
    NO_COLOR: '1',
  };
  return {
    types: async (words, onLine = () => undefined) => {
      process.stdout.write(`\n$ upgrade ${words.join(' ')}\n`);
      const child = execa(process.execPath, [DEMO, 'runner', twin.file, ...words], {
        env,
        stdin: 'ignore',
        all: true,
        reject: false,
        buffer: false,
      });
      createInterface(child.all).on('line', (line) => {
        process.stdout.write(`${line}\n`);
        onLine(line);
      });
      const { exitCode = 1 } = await child;
      process.stdout.write(`(exit ${exitCode})\n`);
      return exitCode;
    },
  };
}
