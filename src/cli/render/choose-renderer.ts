import type { Call } from '../command.ts';
import { ndjsonRenderer } from './ndjson.ts';
import { plainRenderer } from './plain.ts';
import type { Renderer } from './renderer.ts';

// A terminal that does not say its width says 0; the view would put each letter on a line of its own.
const NARROWEST = 40;

/** JSON lines for `-o json`, a live view on a terminal, plain lines elsewhere. */
export async function chooseRenderer({ options, around }: Call, now: () => number): Promise<Renderer> {
  if (options.output === 'json') return ndjsonRenderer(now, around.out);
  if (around.screen && around.screen.columns >= NARROWEST && around.env.TERM !== 'dumb' && !around.env.CI) {
    return (await import('./live.ts')).liveRenderer(now, around.screen);
  }
  return plainRenderer(now, around.err);
}
