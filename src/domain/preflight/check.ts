import type { ResizeNodegroupRequest } from '../eks/nodegroup.ts';
import type { ClusterFacts, FactName, Facts } from './facts.ts';
import type { Finding, Phase } from './finding.ts';
import { missingFact } from './missing-fact.ts';

/** What a check knows about the run. */
export interface PlannedHop {
  readonly cluster: string;
  readonly from: string;
  readonly to: string;
  /** `asked`: how many nodes the new group was asked to have; absent until it is designed. */
  readonly rotations: readonly { readonly old: string; readonly new: string; readonly asked?: number }[];
  /** Before which phase the check is made; absent or `all` at the start, when nothing has been changed. */
  readonly phase?: Phase | 'all';
  /** Workloads, nodes and add-ons that were not well before the run: nobody may blame it for them. */
  readonly brokenBefore?: readonly string[];
  /** The resize that the run itself has asked for or is about to; null or absent when there is none. */
  readonly resize?: ResizeNodegroupRequest | null;
}

/** A finding before the runner of the checks says which phase it guards; `guards` only where that is not the check's first. */
export type Concern = Omit<Finding, 'guards'> & { readonly guards?: Phase };

interface Definition<Needs extends FactName> {
  readonly name: string;
  /** The phases it is repeated before; the first is the one it guards when all checks run. */
  readonly guards: readonly [Phase, ...Phase[]];
  readonly needs: readonly Needs[];
  /** Facts in, concerns out. Asked only when every fact it needs was answered. */
  readonly judge: (facts: Pick<Facts, Needs>, hop: PlannedHop) => readonly Concern[];
}

export interface Check {
  readonly name: string;
  readonly guards: readonly [Phase, ...Phase[]];
  readonly needs: readonly FactName[];
  /** Its concerns; one for each fact that could not be had. */
  readonly look: (facts: ClusterFacts, hop: PlannedHop) => readonly Concern[];
}

/** A check from its judgement: missing facts become findings by themselves. */
export function defineCheck<Needs extends FactName>({ judge, ...rest }: Definition<Needs>): Check {
  return {
    ...rest,
    look: (facts, hop) => {
      const missing = rest.needs.flatMap((name) => missingFact(name, facts[name], hop.cluster));
      return missing.length > 0 ? missing : judge(valuesOf(facts, rest.needs), hop);
    },
  };
}

function valuesOf<Needs extends FactName>(facts: ClusterFacts, needs: readonly Needs[]): Pick<Facts, Needs> {
  const entries = needs.map((name) => {
    const fact = facts[name];
    return [name, fact?.kind === 'value' ? fact.value : undefined];
  });
  return Object.fromEntries(entries) as Pick<Facts, Needs>;
}
