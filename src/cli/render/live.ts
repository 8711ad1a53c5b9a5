import { color, figures, Spinner } from 'listr2';
import { minutes } from '#messages/format';
import type { Message } from '#messages/message';
import { inMinutesAndSeconds } from './duration.ts';
import { messageText } from './message-text.ts';
import { phaseOf } from './phase.ts';
import { plainRenderer } from './plain.ts';
import type { Renderer } from './renderer.ts';

/**
 * The view of a terminal: everything worth keeping is a line that stays, as in a log; below them one line lives, which
 * says in which phase the run is, what it waits for, and for how long.
 */
export function liveRenderer(now: () => number, screen: NodeJS.WriteStream): Renderer {
  const line = new LiveLine(screen, now);
  const kept = plainRenderer(now, (text) => line.above(text));
  return {
    notify(message) {
      if (message.code === 'step-waiting') {
        line.wait(message.data.waitingFor);
        return;
      }
      const ended = endOf(line.phase, message);
      if (ended !== null) line.above(`${mark(ended)} ${line.phase}  ${minutes(now() - line.since)}\n`);
      kept.notify(message);
      follow(line, message);
    },
    release: async () => line.remove(),
  };
}

type PhaseEnd = 'done' | 'failed';

/** How the phase at hand ended by this message; null when it goes on, or is only interrupted: then it has no end yet. */
function endOf(phase: string, { code, data }: Message): PhaseEnd | null {
  if (phase === '' || code !== 'state-entered' || phaseOf(data.state) === phase) return null;
  return BROKEN_OFF.includes(phaseOf(data.state)) ? 'failed' : 'done';
}

const BROKEN_OFF: readonly string[] = ['parked', 'blocked', 'held', 'aborting'];

const mark = (end: PhaseEnd): string => (end === 'done' ? color.green(figures.tick) : color.red(figures.cross));

const RESTING: readonly Message['code'][] = ['run-parked', 'run-paused', 'run-waits-at-gate', 'run-superseded'];

function follow(line: LiveLine, message: Message): void {
  if (RESTING.includes(message.code)) line.remove();
  else if (message.code === 'state-entered' && ENDS.includes(message.data.state)) line.leave();
  else if (message.code === 'state-entered') line.enter(phaseOf(message.data.state));
  else if (message.code === 'run-resumed') line.enter(phaseOf(message.data.at));
  else if (message.code === 'step-started') line.work(messageText(message));
}

const ENDS: readonly string[] = ['finished', 'blocked', 'held', 'aborted', 'parked'];

// As often as a person notices; each time is one short write.
const REDRAW_MS = 200;

/** The one line that is drawn again and again, always the last one of the screen. */
class LiveLine {
  phase = '';
  /** When the phase was entered. Instant, ms, UTC. */
  since = 0;
  #what: string | null = null;
  #whatSince = 0;
  #shown = false;
  readonly #spinner = new Spinner();
  readonly #screen: NodeJS.WriteStream;
  readonly #now: () => number;

  constructor(screen: NodeJS.WriteStream, now: () => number) {
    this.#screen = screen;
    this.#now = now;
  }

  enter(phase: string): void {
    if (phase !== this.phase) this.since = this.#now();
    this.phase = phase;
    this.#what = null;
    this.#draw();
  }

  leave(): void {
    this.phase = '';
    this.remove();
  }

  work(what: string): void {
    this.#what = what;
    this.#whatSince = this.#now();
    this.#draw();
  }

  wait({ what, since }: { readonly what: string; readonly since: number }): void {
    this.#what = `waiting for ${what}`;
    this.#whatSince = since;
    this.#draw();
  }

  /** Lines that stay, above this one. */
  above(text: string): void {
    this.#screen.write(`${ERASED}${text}`);
    if (this.#shown) this.#write();
  }

  remove(): void {
    if (!this.#shown) return;
    this.#shown = false;
    this.#spinner.stop();
    this.#screen.write(ERASED);
  }

  #draw(): void {
    if (!this.#shown) this.#spinner.start(() => this.#write(), REDRAW_MS);
    this.#shown = true;
    this.#write();
  }

  #write(): void {
    const since = this.#what === null ? this.since : this.#whatSince;
    const said = [this.phase, this.#what].filter(Boolean).join(': ').replaceAll('\n', ' ');
    const time = inMinutesAndSeconds(this.#now() - since);
    // A line that wraps could not be erased any more.
    const room = this.#screen.columns - time.length - 5;
    const text = said.length > room ? `${said.slice(0, room - 1)}…` : said;
    this.#screen.write(`${ERASED}${color.yellow(this.#spinner.fetch())} ${text}  ${time}`);
  }
}

const ERASED = '\r\u001b[2K';
