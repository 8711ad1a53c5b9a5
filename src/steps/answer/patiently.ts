import { classifyLack } from '#domain/answers/classify';
import type { Answer } from '#ports/answer';
import type { Slice, StepPorts } from '../step.ts';
import { sleepUntil } from './poll.ts';

const TRIES = 3;
const PAUSE_MS = 2_000;

/** Asks up to three times while the trouble may pass; then what was answered last. For looks that have to come to an end. */
export async function patiently<T>(
  time: StepPorts['time'],
  slice: Slice,
  ask: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  let answer = await ask();
  for (let tried = 1; tried < TRIES && mayPass(answer) && !slice.signal.aborted; tried += 1) {
    await sleepUntil(time.now() + PAUSE_MS, time, slice.signal);
    answer = await ask();
  }
  return answer;
}

const mayPass = (answer: Answer<unknown>): boolean => answer.kind !== 'value' && classifyLack(answer).kind === 'wait';
