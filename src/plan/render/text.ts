import { stringify } from 'yaml';
import type { Plan, PlannedPhase, PlannedStep } from '../plan.ts';
import { actionLine, clock, inMinutes, title, verdictLine, zonesLine } from './words.ts';

const WIDTH = 120;

/** The plan as an ordered procedure, for a terminal. Ends with a line break; no colour. */
export function planAsText(plan: Plan): string {
  const parts = [
    [title(plan), verdictLine(plan), ...failureLines(plan), `plan ${plan.id}, procedure ${plan.procedure}`],
    section(
      'Findings',
      plan.findings.flatMap((it) => [`${it.severity} ${it.code} ${it.object}: ${it.why}`, `  → ${it.whatToDo}`]),
    ),
    ...plan.phases.map((phase, index) => phaseLines(plan, phase, index + 1)),
    section(
      'Points of no return',
      plan.pointsOfNoReturn.map((it) => `action ${it.action}: ${it.what} (${it.why})`),
    ),
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
    section(
      'To know',
      plan.notes.map((it) => `${it.severity} (${it.when}) ${it.id}: ${it.text} ${it.source}`),
    ),
    section(
      'Cannot be judged beforehand',
      plan.cannotJudge.map((it) => `${it.what}: ${it.why}`),
    ),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

const section = (heading: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((it) => `  ${it}`)];

function failureLines({ verdict }: Plan): readonly string[] {
  if (verdict.kind !== 'blocked') return [];
  const { code, message, hint } = verdict.failure;
  return [
    `  ${code}: ${message.replaceAll('\n', '\n  ')}`,
    ...(hint === null ? [] : [`  → ${hint.replaceAll('\n', '\n  → ')}`]),
  ];
}

const movedLine = (pods: number): string => (pods === 0 ? '' : `, ${pods} pods move`);

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
    return action
      ? [`     ${String(number).padStart(4)}. ${actionLine(action)}`, ...parameterLines(action.parameters)]
      : [];
  });
  return [
    `   ${clock(step.startsMs)}  ${step.what}${took}`,
    ...step.remarks.map((it) => `            ${it}`),
    ...actions,
  ];
}

function parameterLines(parameters: unknown): readonly string[] {
  const margin = '           ';
  const short = JSON.stringify(parameters);
  if (short.length + margin.length <= WIDTH) return [margin + short];
  return stringify(parameters, { lineWidth: 0 })
    .trimEnd()
    .split('\n')
    .map((line) => margin + line);
}
