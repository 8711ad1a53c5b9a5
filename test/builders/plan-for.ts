import { STEPS } from '#compose/step-table';
import { makePlan } from '#plan/make-plan';
import type { Plan } from '#plan/plan';
import { blueGreen } from '#procedures/blue-green';
import { loadRunbook } from '#runbook/load';
import type { Scenario } from '#twin/scenario/schema';
import { openTwin } from '#twin/twin';

/** The plan of a packaged hop (`1.20-to-1.21`) on a scenario, nothing accepted and nothing named. */
export const planFor = (hop: string, scenario: Scenario): Promise<Plan> =>
  makePlan({
    loaded: loadRunbook(new URL(`../../runbooks/${hop}.yaml`, import.meta.url).pathname),
    scenario,
    procedure: blueGreen,
    steps: STEPS,
    accepted: [],
    newNames: {},
    tool: '0.1.0',
    openTwin,
  });
