import { stringify } from 'yaml';
import type { FailureCode } from '#errors/catalogue/catalogue';
import type { Plan, PlannedAction, PlannedPhase, PlannedStep } from '../plan.ts';
import { isShort, shortAction } from './short-action.ts';
import { clock, inMinutes, title, verdictLine, zonesLine } from './words.ts';

const WIDTH = 120;

/**
 * The plan as an ordered procedure, for a terminal: what has to be read stands at the end, right above the question that
 * `run` asks. A blocked plan shows first what blocks it, and nothing that would not happen. Ends with a line break; no colour.
 */
export function planAsText(plan: Plan): string {
  const parts = plan.verdict.kind === 'blocked' ? blockedParts(plan) : carriedOutParts(plan);
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

type Part = readonly string[];

const head = (plan: Plan): Part => [
  title(plan),
  verdictLine(plan),
  `plan ${plan.id}, procedure ${plan.procedure}`,
  ...(actionsIn(plan).some(isShort)
    ? ['Requests to Kubernetes are shortened here; -o json has each of them whole.']
    : []),
];

/** Those that a phase carries out: of a blocked plan only what comes before. */
const actionsIn = ({ phases, actions }: Plan): readonly PlannedAction[] =>
  phases.flatMap(({ steps }) => steps.flatMap((step) => step.actions)).flatMap((number) => actions[number - 1] ?? []);

const carriedOutParts = (plan: Plan): readonly Part[] => [
  head(plan),
  ...phaseParts(plan),
  ...gatesAndFates(plan),
  section(
    'To know',
    plan.notes.map((it) => `${it.severity} (${it.when}) ${it.id}: ${it.text} ${it.source}`),
  ),
  section(
    'Cannot be judged beforehand',
    plan.cannotJudge.map((it) => `${it.what}: ${it.why}`),
  ),
  findings(plan),
  pointsOfNoReturn(plan),
  [...checksLines(plan), verdictLine(plan)],
];

/** Nodes, workloads and what lies beyond are left out: they would show a world that stands still half way. */
const blockedParts = (plan: Plan): readonly Part[] => [
  head(plan),
  failureLines(plan),
  findings(plan),
  ...(actionsIn(plan).length === 0 ? [] : [...phaseParts(plan), pointsOfNoReturn(plan)]),
  [...checksLines(plan), verdictLine(plan)],
];

const phaseParts = (plan: Plan): readonly Part[] =>
  plan.phases.map((phase, index) => phaseLines(plan, phase, index + 1));

const findings = (plan: Plan): Part =>
  section(
    'Findings',
    plan.findings.flatMap((it) => [`${it.severity} ${it.code} ${it.object}: ${it.why}`, `  → ${it.whatToDo}`]),
  );

const pointsOfNoReturn = (plan: Plan): Part =>
  section(
    'Points of no return',
    plan.pointsOfNoReturn.map((it) => `action ${it.action}: ${it.what} (${it.why})`),
  );

const gatesAndFates = (plan: Plan): readonly Part[] => [
  section(
    'Gates',
    plan.gates.map((it) => `before ${it.before}, at ${clock(it.atMs)}: ${it.answeredBy}`),
  ),
  section(
    'Nodes',
    plan.nodes.map(
      (it) =>
        `${it.node}  ${it.zone ?? 'no zone'}  ${it.group ?? 'no managed group'}  ${it.kubelet}  ${it.fate}${movedLine(it.podsMoved)}`,
    ),
  ),
  section(
    'Workloads',
    plan.workloads.map(
      (it) =>
        `${it.workload}: ${it.fate}, ${it.moved} of ${it.pods} pods; ${zonesLine(it.zonesBefore)} → ${zonesLine(it.zonesAfter)}`,
    ),
  ),
];

function checksLines({ checks, findings: found }: Plan): Part {
  if (checks === undefined || checks.length === 0) return [];
  const counts = (['block', 'risk', 'info'] as const)
    .map((severity) => [found.filter((it) => it.severity === severity).length, severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => `${count} ${severity}`);
  return [`Checks made: ${checks.join(', ')}; found: ${counts.join(', ') || 'nothing'}.`];
}

const section = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((it) => `  ${it}`)];

/** Why it is blocked; the findings say it by themselves where they are the reason. */
function failureLines({ verdict, findings: found }: Plan): readonly string[] {
  if (verdict.kind !== 'blocked') return [];
  if (verdict.failure.code === CHECKS_BLOCK && found.some(({ severity }) => severity === 'block')) return [];
  const { code, message, hint } = verdict.failure;
  return [
    `  ${code}: ${message.replaceAll('\n', '\n  ')}`,
    ...(hint === null ? [] : [`  → ${hint.replaceAll('\n', '\n  → ')}`]),
  ];
}

const CHECKS_BLOCK: FailureCode = 'ChecksBlock';

const movedLine = (pods: number): string => (pods === 0 ? '' : pods === 1 ? ', 1 pod moves' : `, ${pods} pods move`);

function phaseLines(plan: Plan, phase: PlannedPhase, number: number): readonly string[] {
  return [
    `${number}. ${phase.name}  (${clock(phase.startsMs)}, ${inMinutes(phase.tookMs)})`,
    ...phase.steps.flatMap((step) => stepLines(plan, step)),
  ];
}

function stepLines(plan: Plan, step: PlannedStep): readonly string[] {
  const took = step.tookMs >= 1000 ? `  (${inMinutes(step.tookMs)})` : '';
  const actions = step.actions.flatMap((number) => {
    const action = plan.actions[number - 1];
    return action ? [`     ${String(number).padStart(4)}. ${shortAction(action)}`, ...parameterLines(action)] : [];
  });
  return [
    `   ${clock(step.startsMs)}  ${step.what}${took}`,
    ...step.remarks.map((it) => `            ${it}`),
    ...actions,
  ];
}

/** In full where AWS is asked; a request to Kubernetes is one line, but for a patch of ours that the line does not tell. */
function parameterLines(action: PlannedAction): readonly string[] {
  const parameters = isShort(action) ? undefined : action.parameters;
  if (parameters === undefined) return [];
  const margin = '           ';
  const short = JSON.stringify(parameters);
  if (short.length + margin.length <= WIDTH) return [margin + short];
  return stringify(parameters, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => margin + line);
}
