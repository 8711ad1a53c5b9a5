import { type Clocks, clockDifference } from '../clock/difference.ts';
import { type Concern, defineCheck } from './check.ts';

/** A difference that shows in the texts about waiting, ms. */
const RISK = 5_000;

/** A difference that makes waits end too early or too late, and diagnoses wrong, ms. */
const BLOCK = 60_000;

/**
 * The clock of this machine is the API server's: when a pod's grace ends, how old an object is and when a pod came are
 * the server's instants, and are compared with the time here.
 */
export const clock = defineCheck({
  name: 'clock',
  guards: ['control-plane', 'drain'],
  needs: ['apiServer'],
  judge: ({ apiServer }) => (apiServer.clocks === undefined ? [] : judgeClocks(apiServer.clocks)),
});

function judgeClocks(clocks: Clocks): readonly Concern[] {
  const difference = clockDifference(clocks);
  if (Math.abs(difference) < RISK) return [];
  return [
    {
      code: 'CLOCK_DIFFERS',
      severity: Math.abs(difference) < BLOCK ? 'risk' : 'block',
      object: 'clock',
      why: `the clock here is ${inWords(difference)} the API server's: ${iso(clocks.answered)} here, ${iso(clocks.server)} there; the grace of pods and the age of objects would be misjudged`,
      whatToDo:
        'set the clock of this machine: timedatectl status (System clock synchronized: yes), chronyc tracking; then start or retry',
    },
  ];
}

const inWords = (ms: number): string => `${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'ahead of' : 'behind'}`;

const iso = (instant: number): string => new Date(instant).toISOString();
