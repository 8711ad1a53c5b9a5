import type { FindingCode } from '#errors/catalogue/catalogue';
import type { Check, Concern, PlannedHop } from './check.ts';
import { CHECKS } from './checks.ts';
import type { ClusterFacts, FactName } from './facts.ts';
import type { Acceptance, Finding, Phase } from './finding.ts';
import { isAskedOfKubernetes } from './missing-fact.ts';

/** What is wanted of the checks: by name, all or only those that guard one phase. */
export interface Wanted {
  readonly checks: readonly string[];
  readonly phase: Phase | 'all';
}

/** A fact is missing for a reason that is the same for all facts of one system. */
const SYSTEM_WIDE: ReadonlySet<FindingCode> = new Set<FindingCode>(['API_UNREACHABLE', 'CREDENTIALS_EXPIRED']);

const SEVERITY = { block: 0, risk: 1, info: 2 } as const;

/** The checks that are wanted. */
export function chooseChecks({ checks, phase }: Wanted): readonly Check[] {
  return CHECKS.filter(({ name, guards }) => checks.includes(name) && (phase === 'all' || guards.includes(phase)));
}

/** The facts that the checks need, each once. */
export const factsNeeded = (checks: readonly Check[]): ReadonlySet<FactName> =>
  new Set(checks.flatMap(({ needs }) => needs));

/** All findings, worst first; blocks that were accepted by code and object are risks. The same facts give the same list. */
export function runChecks(
  wanted: Wanted,
  facts: ClusterFacts,
  hop: PlannedHop,
  accepted: readonly Acceptance[],
): readonly Finding[] {
  const found = chooseChecks(wanted).flatMap((check) =>
    check
      .look(facts, { ...hop, phase: wanted.phase })
      .map((concern) => toFinding(concern, check.guards[0], wanted.phase)),
  );
  const all = [...found, ...unknownNames(wanted)];
  const once = new Map(all.map((it) => [`${it.code} ${it.object}`, it] as const).reverse());
  return withoutEchoes([...once.values()].map((it) => accept(it, accepted))).sort(worstFirst);
}

function toFinding({ guards, ...concern }: Concern, first: Phase, phase: Phase | 'all'): Finding {
  return { ...concern, guards: phase === 'all' ? (guards ?? first) : phase };
}

function unknownNames({ checks, phase }: Wanted): readonly Finding[] {
  const known = CHECKS.map(({ name }) => name);
  return checks
    .filter((name) => !known.includes(name))
    .map((name) => ({
      code: 'CHECK_UNKNOWN',
      severity: 'block',
      object: name,
      why: `the runbook asks for check "${name}", which this version does not have`,
      whatToDo: `use one of ${known.join(', ')}`,
      guards: phase === 'all' ? 'control-plane' : phase,
    }));
}

function accept(finding: Finding, accepted: readonly Acceptance[]): Finding {
  const isAccepted = accepted.some(({ code, object }) => code === finding.code && object === finding.object);
  return finding.severity === 'block' && isAccepted ? { ...finding, severity: 'risk' } : finding;
}

// When the API server answers nothing at all, its version is missing as well: saying it once is enough. What was accepted
// is no longer the reason for the others.
function withoutEchoes(findings: readonly Finding[]): Finding[] {
  const root = findings.find((it) => it.object === 'apiServer' && it.severity === 'block' && SYSTEM_WIDE.has(it.code));
  return findings.filter((it) => it === root || it.code !== root?.code || !isAskedOfKubernetes(it.object));
}

function worstFirst(a: Finding, b: Finding): number {
  return SEVERITY[a.severity] - SEVERITY[b.severity] || compare(a.code, b.code) || compare(a.object, b.object);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
