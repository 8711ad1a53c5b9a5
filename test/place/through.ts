import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const THROUGH = new URL('through.js', import.meta.url).href;
const TERMINAL = fileURLToPath(new URL('terminal.py', import.meta.url));

/** What makes a command start through a shell: `shell` says how, "$@" is the command. */
export const through = (shell: string, env: Readonly<Record<string, string>> = {}) => ({
  env: { ...env, NODE_OPTIONS: `--import ${THROUGH}`, THROUGH: shell },
});

/** What a person at a terminal does once a text is on the screen: types, or closes the window. */
export type AtTerminal =
  | { readonly after: string; readonly type: string }
  | { readonly after: string; readonly close: true };

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';

/** The same on a real terminal of 140 columns; what is on its screen is the command's standard output. */
export const onATerminal = (...script: readonly AtTerminal[]) =>
  through(`exec python3 ${TERMINAL} "$@"`, { TERMINAL_SCRIPT: JSON.stringify(script), TERM: 'xterm' });

/** Why no terminal can be had here; null where it can. */
export const whyNoTerminal: string | null = tryTo('python3', ['-c', 'import pty, fcntl, termios']);

/** Why no other user can be had here; null where it can. */
export const whyNobodyElse: string | null = tryTo('setpriv', [
  '--reuid',
  '65534',
  '--clear-groups',
  process.execPath,
  '-v',
]);

function tryTo(command: string, words: readonly string[]): string | null {
  try {
    execFileSync(command, words, { stdio: 'pipe' });
    return null;
  } catch (error) {
    return (error as Error).message.trim().replaceAll('\n', ' ');
  }
}

/** The name of a test that this machine may be unable to make: says loudly why it was skipped. */
export const named = (name: string, why: string | null): string => (why === null ? name : `${name} [skipped: ${why}]`);
