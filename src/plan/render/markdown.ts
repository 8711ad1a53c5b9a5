import type { Plan, PlannedAction } from '../plan.ts';
import { actionLine, clock, inMinutes, title, verdictLine, zonesLine } from './words.ts';

// A comment on GitHub holds 65,536 characters: ten parts have to fit into it. What is cut is in the JSON.
const MOST_OF_ACTIONS = 14_000;
const MOST_OF_A_PART = 5_000;
const MOST_PARAMETERS = 400;

/** The plan as a comment on a pull request: verdict, findings, phases; the rest folds. Ends with a line break. */
export function planAsMarkdown(plan: Plan): string {
  const parts = [
    `## ${cell(title(plan))}: ${plan.verdict.kind === 'blocked' ? 'blocked ⛔' : 'can be carried out ✅'}`,
    cell(verdictLine(plan)),
    failure(plan),
    table(
      '### Findings',
      ['severity', 'code', 'object', 'why', 'what to do'],
      plan.findings.map((it) => [
        `**${it.severity}**`,
        code(it.code),
        code(it.object),
        cell(it.why),
        cell(it.whatToDo),
      ]),
    ),
    table(
      '### Phases',
      ['phase', 'starts', 'takes', 'steps', 'changes'],
      plan.phases.map((it) => [
        cell(it.name),
        clock(it.startsMs),
        inMinutes(it.tookMs),
        String(it.steps.length),
        String(it.steps.reduce((sum, step) => sum + step.actions.length, 0)),
      ]),
    ),
    list(
      '### Points of no return',
      plan.pointsOfNoReturn.map((it) => `action ${it.action}: ${cell(it.what)} (${cell(it.why)})`),
    ),
    list(
      '### Gates',
      plan.gates.map((it) => `before ${code(it.before)}: ${cell(it.answeredBy)}`),
    ),
    folded(
      `Actions, in order (${plan.actions.length})`,
      table('', ['#', 'at', 'what', 'parameters'], plan.actions.map(actionRow), MOST_OF_ACTIONS),
    ),
    folded(
      `Nodes (${plan.nodes.length})`,
      table(
        '',
        ['node', 'zone', 'group', 'kubelet', 'fate', 'pods that move'],
        plan.nodes.map((it) => [
          code(it.node),
          cell(it.zone ?? ''),
          cell(it.group ?? ''),
          code(it.kubelet),
          it.fate,
          String(it.podsMoved),
        ]),
      ),
    ),
    folded(
      `Workloads (${plan.workloads.length})`,
      table(
        '',
        ['workload', 'fate', 'pods', 'moved', 'zones before', 'zones after'],
        plan.workloads.map((it) => [
          code(it.workload),
          it.fate,
          String(it.pods),
          String(it.moved),
          cell(zonesLine(it.zonesBefore)),
          cell(zonesLine(it.zonesAfter)),
        ]),
      ),
    ),
    folded(
      `To know (${plan.notes.length})`,
      list(
        '',
        plan.notes.map((it) => `**${it.severity}**, ${it.when}: ${cell(it.text)} ([source](${it.source}))`),
      ),
    ),
    folded(
      'What cannot be judged beforehand',
      list(
        '',
        plan.cannotJudge.map((it) => `${cell(it.what)}: ${cell(it.why)}`),
      ),
    ),
    `<sub>plan ${code(plan.id)}, procedure ${code(plan.procedure)}; times are predictions</sub>`,
  ];
  return `${parts.filter((it) => it !== '').join('\n\n')}\n`;
}

function failure({ verdict }: Plan): string {
  if (verdict.kind !== 'blocked') return '';
  const { code: name, message, hint } = verdict.failure;
  const lines = [
    ...message.split('\n').map(cell),
    ...(hint === null ? [] : hint.split('\n').map((it) => `→ ${cell(it)}`)),
  ];
  const { lines: shown, rest } = fitting(lines, MOST_OF_A_PART);
  return [`> ${code(name)}`, ...shown, ...rest].join('  \n> ');
}

function actionRow(action: PlannedAction): readonly string[] {
  const parameters = JSON.stringify(action.parameters);
  const shown = parameters.length > MOST_PARAMETERS ? `${parameters.slice(0, MOST_PARAMETERS)}…` : parameters;
  return [String(action.number), clock(action.atMs), cell(actionLine(action)), code(shown)];
}

function table(
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  most = MOST_OF_A_PART,
): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const { lines, rest } = fitting(rows.map(line), most);
  return withHeading(
    heading,
    [[line(columns), line(columns.map(() => '---')), ...lines].join('\n'), ...rest].join('\n\n'),
  );
}

function list(heading: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const { lines, rest } = fitting(
    items.map((it) => `- ${it}`),
    MOST_OF_A_PART,
  );
  return withHeading(heading, [lines.join('\n'), ...rest].join('\n\n'));
}

/** As many lines as fit, and a word about the others. */
function fitting(
  all: readonly string[],
  most: number,
): { readonly lines: readonly string[]; readonly rest: readonly string[] } {
  let length = 0;
  const over = all.findIndex((line) => {
    length += line.length + 1;
    return length > most;
  });
  if (over < 0) return { lines: all, rest: [] };
  return { lines: all.slice(0, over), rest: [`… and ${all.length - over} more, in \`-o json\``] };
}

const withHeading = (heading: string, body: string): string => (heading === '' ? body : `${heading}\n\n${body}`);
const folded = (summary: string, body: string): string =>
  body === '' ? '' : `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;

/** Text from outside cannot open a tag, a link, a table cell or a mention. */
const cell = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[&<>]/g, (it) => `&#${it.charCodeAt(0)};`)
    .replace(/[\\`*_[\]|@]/g, (it) => (it === '@' ? '&#64;' : `\\${it}`));

/** In a table a bar ends the cell even inside a code span, so it is escaped; a backtick would end the span. */
const code = (text: string): string =>
  `\`${text
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('`', "'")
    .replaceAll('|', '\\|')}\``;
