import { execa } from 'execa';
import { type Memory, watchMemory } from './watch-memory.ts';

/** Only what makes a build the same everywhere; module and build caches are those of the machine. */
const SETTINGS = { GOFLAGS: '-mod=mod -buildvcs=false', CGO_ENABLED: '0', GOTOOLCHAIN: 'local', GOWORK: 'off' };
const LINES_SHOWN = 30;

/** `go` at work in one folder. */
export interface Go {
  /** Runs it with low priority and gives what it printed. */
  readonly run: (...words: string[]) => Promise<string>;
  /** The most memory that it and its children held at one moment, in bytes. */
  readonly peakBytes: () => number;
}

/** `go` in this folder; what it writes on the way lies there too. */
export function goIn(folder: string): Go {
  let peak = 0;
  return {
    peakBytes: () => peak,
    run: async (...words) => {
      const env = { ...SETTINGS, GOTMPDIR: folder };
      const running = execa('nice', ['go', ...words], { cwd: folder, env, stdin: 'ignore', reject: false });
      const memory: Memory = watchMemory(running.pid);
      const { failed, stdout, stderr, shortMessage } = await running;
      peak = Math.max(peak, memory.end());
      if (failed) throw new TypeError(`${shortMessage}\n${lastLines(stderr)}`);
      return stdout;
    },
  };
}

/** Version and target of the Go on the PATH: `go1.26.8 linux amd64`. */
export async function goToolchain(): Promise<string> {
  const words = ['env', 'GOVERSION', 'GOOS', 'GOARCH'];
  const { code, failed, message, stdout } = await execa('go', words, { env: SETTINGS, reject: false });
  if (code === 'ENOENT') {
    throw new TypeError('there is no `go` on the PATH, and Kubernetes is built with it: https://go.dev/doc/install');
  }
  if (failed) throw new TypeError(message);
  return stdout.split('\n').join(' ');
}

const lastLines = (text: string): string => text.split('\n').slice(-LINES_SHOWN).join('\n');
