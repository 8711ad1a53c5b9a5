import { DefaultRenderer, Listr, ListrLogger, type ListrTaskWrapper, ProcessOutput, type SimpleRenderer } from 'listr2';
import { UpgradeError } from '#errors/upgrade-error';
import { clockTime } from '#messages/format';
import { messageText } from './message-text.ts';
import { phaseOf } from './phase.ts';
import type { Renderer } from './renderer.ts';
import { decideShow, NOTHING_SEEN } from './worth-showing.ts';

/** The live view of a terminal: a task for each phase, below it what is going on in it. */
export function liveRenderer(now: () => number, screen: NodeJS.WriteStream): Renderer {
  let phase: Phase | null = null;
  let seen = NOTHING_SEEN;
  const end = async () => {
    const last = phase;
    phase = null;
    await last?.end();
  };
  return {
    notify(message) {
      const at = now();
      const decision = decideShow(seen, { at, message });
      seen = decision.seen;
      if (message.code === 'state-entered') {
        if (decision.show) {
          const before = end();
          phase = openPhase(phaseOf(message.data.state), screen, before);
        }
      } else if (decision.show) {
        phase ??= openPhase(seen.phase || 'start', screen, Promise.resolve());
        if (message.code === 'run-parked') phase.fail(messageText(message));
        else phase.say(`${clockTime(at)}  ${messageText(message)}`);
      }
    },
    release: end,
  };
}

interface Phase {
  say(line: string): void;
  /** It ends with this and a cross instead of a tick. */
  fail(why: string): void;
  end(): Promise<void>;
}

type Task = ListrTaskWrapper<unknown, typeof AlwaysRenderer, typeof SimpleRenderer>;

// listr2 wants to run the work itself; it gets a promise that ends when the next phase begins.
function openPhase(title: string, screen: NodeJS.WriteStream, before: Promise<void>): Phase {
  const pending: string[] = [];
  let task: Task | null = null;
  let failure: UpgradeError | null = null;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  }).then(() => {
    if (failure) throw failure;
  });
  // A phase may fail before listr2 has taken it on.
  finished.catch(() => {});
  const say = (line: string) => {
    if (task) task.output = line;
    else pending.push(line);
  };
  const start = async () => {
    await before;
    await list(title, screen, (it) => {
      task = it;
      for (const line of pending.splice(0)) it.output = line;
      return finished;
    }).run();
  };
  const run = start();
  return {
    say,
    fail: (why) => {
      failure = new UpgradeError('Parked', why);
    },
    end: () => {
      finish();
      return run;
    },
  };
}

// More would not fit on small screens, where the view could no longer be redrawn.
const LINES = 8;

// listr2 looks at standard output, which may be a file while the view is drawn on standard error.
class AlwaysRenderer extends DefaultRenderer {
  static override readonly nonTTY = true;
}

const list = (title: string, screen: NodeJS.WriteStream, work: (task: Task) => Promise<void>) =>
  new Listr<unknown, typeof AlwaysRenderer, 'simple'>(
    [{ title, task: (_, task) => work(task), rendererOptions: { outputBar: LINES, persistentOutput: true } }],
    {
      renderer: AlwaysRenderer,
      // Signals are the run's business.
      registerSignalListeners: false,
      exitOnError: false,
      rendererOptions: { logger: loggerOn(screen) },
    },
  );

const loggerOn = (screen: NodeJS.WriteStream) =>
  new ListrLogger({
    useIcons: true,
    toStderr: [],
    processOutput: new ProcessOutput(screen, screen, { leaveEmptyLine: false }),
  });
