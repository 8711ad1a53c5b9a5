import type { Slice, StepPorts } from '../step.ts';
import { Trouble } from './trouble.ts';

/** A drain that waits looks again at the end of a slice, after 50 s. */
const APART_MS = 65_000;

/**
 * Gives the slices of an effect what this runner keeps in mind of it. A memory that is lost with its runner costs a line said
 * twice, or patience given anew.
 */
export function effectMemory(): <S extends Pick<Slice, 'token'>>(
  slice: S,
  time: StepPorts['time'],
) => S & Pick<Slice, 'told' | 'troubledSince'> {
  const trouble = new Trouble(APART_MS);
  let last = { token: '', told: new Map<string, string>() };
  return (slice, time) => {
    const { token } = slice;
    if (token !== last.token) last = { token, told: new Map() };
    return { ...slice, told: last.told, troubledSince: () => trouble.seen(token, time.now()) };
  };
}
