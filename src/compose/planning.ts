import { makePlan } from '#plan/make-plan';
import type { Plan } from '#plan/plan';
import { readOnly } from '#plan/read-ports';
import { takeSnapshot } from '#plan/snapshot';
import type { Runbook, RunbookAddon } from '#runbook/runbook';
import { loadScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import { openTwin } from '#twin/twin';
import type { PlanOf } from './composition.ts';
import { procedureOf } from './procedure-of.ts';
import { scenarioWith } from './scenario-with.ts';
import { STEPS } from './step-table.ts';

/** What a run would do: the same procedure and steps on the twin of what was found. Holds no client that can write. */
export async function planned(of: PlanOf, tool: string): Promise<Plan> {
  const { loaded, accepted, newNames, takesFrom } = of;
  const scenario = await scenarioOf(of.from, loaded.runbook);
  return makePlan({
    loaded,
    scenario,
    procedure: procedureOf(loaded.runbook.strategy),
    steps: STEPS,
    accepted,
    newNames,
    tool,
    openTwin,
    ...(takesFrom !== undefined && { takesFrom }),
  });
}

async function scenarioOf(from: PlanOf['from'], { hop, addons, checks, removedApis }: Runbook): Promise<Scenario> {
  switch (from.kind) {
    case 'cluster':
      return takeSnapshot(readOnly(from.cluster.ports), {
        cluster: from.cluster.cluster.name,
        ...hop,
        ...(checks.includes('removed-apis') && { removedApis }),
        addons: Object.values(addons).flatMap((rules: readonly RunbookAddon[]) => rules.map(({ name }) => name)),
      });
    case 'snapshot':
      return loadScenario(from.file);
    case 'scenario':
      return scenarioWith(loadScenario(from.scenario), from.set);
  }
}
