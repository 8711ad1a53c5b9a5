import { type ScenarioInput, scenarioSchema } from '#twin/scenario/schema';
import type { Change } from '../e2e/unhealthy.ts';

type Faults = NonNullable<ScenarioInput['faults']>;

/** `ekstest` with these faults, written as in a scenario file. */
export const withFaults =
  (faults: Faults): Change =>
  (scenario) => ({ ...scenario, faults: scenarioSchema.shape.faults.parse(faults) });

/** An error of an update in the words of EKS. */
export const EKS_LIMIT = {
  errorCode: 'EniLimitReached',
  errorMessage: 'The maximum number of network interfaces has been reached.',
  resourceIds: ['subnet-0a101000000000000'],
};
