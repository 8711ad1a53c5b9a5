import type { FailureCode } from '#errors/catalogue/catalogue';
import { idOf, type Procedure } from './author/procedure.ts';
import { allNodes } from './author/state-nodes.ts';
import { type ChainVerdict, entryName } from './chain.ts';
import { activeNodes, pendingProblems } from './pending-problems.ts';
import type { RunHeader, RunRecord } from './record.ts';

/** Everything a resume is decided on. */
export interface ResumeFacts {
  readonly head: RunRecord;
  readonly header: RunHeader;
  readonly chain: ChainVerdict;
  /** The same of the control entries. */
  readonly control: ChainVerdict;
  readonly procedure: Procedure;
  /** The names of the steps that this version of the tool has. */
  readonly steps: ReadonlySet<string>;
  /** The identity of the cluster that was found; null when it is not looked at (`status`). */
  readonly target: Readonly<Record<string, string>> | null;
}

export interface ResumeProblem {
  readonly code: Extract<
    FailureCode,
    | 'ChainBroken'
    | 'ProcedureDiffers'
    | 'TargetDiffers'
    | 'RunBroken'
    | 'StateUnknown'
    | 'ContextMisfit'
    | 'StepUnknown'
    | 'TimerUnknown'
  >;
  /** What differs. */
  readonly why: string;
}

/** Whether a run may go on here. A refusal names everything that differs and the version that wrote the last record. */
export type ResumeDecision =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly problems: readonly [ResumeProblem, ...ResumeProblem[]]; readonly hint: string };

/** Refuses rather than guesses: a run goes on only where everything its last record relies on is still there. */
export function mayResume(facts: ResumeFacts): ResumeDecision {
  const [first, ...more] = RULES.flatMap((rule) => rule(facts));
  if (first === undefined) return { kind: 'yes' };
  const problems = [first, ...more] as const;
  return { kind: 'no', problems: [...problems], hint: hintFor(facts, problems) };
}

type Rule = (facts: ResumeFacts) => readonly ResumeProblem[];

const RULES: readonly Rule[] = [
  intactChain,
  intactControl,
  sameTarget,
  acceptedProcedure,
  soundRun,
  knownState,
  fittingContext,
  knownPending,
];

function intactChain({ chain }: ResumeFacts): readonly ResumeProblem[] {
  return chain.kind === 'intact' ? [] : [broken('record', chain.seq, chain.why)];
}

/** A runner looks for the entry after those that were consumed: where one of these is lost, it would never see the next one. */
function intactControl({ control, head }: ResumeFacts): readonly ResumeProblem[] {
  if (control.kind === 'broken') return [broken('control entry', control.seq, control.why)];
  if (control.entries >= head.controls) return [];
  return [broken('control entry', control.entries, 'the entry is missing')];
}

const broken = (kind: 'record' | 'control entry', seq: number, why: string): ResumeProblem => ({
  code: 'ChainBroken',
  why: `${entryName(kind, seq)}: ${why}`,
});

function sameTarget({ header, target }: ResumeFacts): readonly ResumeProblem[] {
  if (target === null) return [];
  const names = [...new Set([...Object.keys(header.target), ...Object.keys(target)])].sort();
  return names
    .filter((name) => header.target[name] !== target[name])
    .map((name) => ({
      code: 'TargetDiffers',
      why: `${name} was "${header.target[name] ?? ''}" and is "${target[name] ?? ''}"`,
    }));
}

function acceptedProcedure({ head, procedure }: ResumeFacts): readonly ResumeProblem[] {
  if (procedure.accepts.includes(head.procedure)) return [];
  return [
    {
      code: 'ProcedureDiffers',
      why: `the run follows ${head.procedure}; here is ${idOf(procedure)}, which accepts ${procedure.accepts.join(', ')}`,
    },
  ];
}

function soundRun({ head }: ResumeFacts): readonly ResumeProblem[] {
  const { status } = head.snapshot as { status?: unknown };
  return status === 'active' || status === 'done'
    ? []
    : [{ code: 'RunBroken', why: `the last record has the status "${String(status)}"` }];
}

function knownState({ head, procedure }: ResumeFacts): readonly ResumeProblem[] {
  if (activeNodes(procedure.machine, head.state) === null)
    return [{ code: 'StateUnknown', why: `state "${head.state}" does not exist any more, or has been divided` }];
  const known = new Set(allNodes(procedure.machine.root).map(({ id }) => id));
  return rememberedStates(head)
    .filter((id) => !known.has(id))
    .map((id) => ({ code: 'StateUnknown', why: `the run would return to "${id}", which does not exist any more` }));
}

function fittingContext({ head, procedure }: ResumeFacts): readonly ResumeProblem[] {
  const why = procedure.contextProblem((head.snapshot as { context?: unknown }).context);
  return why === null ? [] : [{ code: 'ContextMisfit', why }];
}

function knownPending({ head, procedure, steps }: ResumeFacts): readonly ResumeProblem[] {
  return pendingProblems(procedure.machine, head, steps);
}

/** The states that a history leads back to. */
function rememberedStates({ snapshot }: RunRecord): readonly string[] {
  const { historyValue = {} } = snapshot as { historyValue?: Readonly<Record<string, readonly { id: string }[]>> };
  return Object.entries(historyValue).flatMap(([history, nodes]) => [history, ...nodes.map(({ id }) => id)]);
}

function hintFor({ head, header }: ResumeFacts, problems: readonly ResumeProblem[]): string {
  const codes = new Set(problems.map(({ code }) => code));
  if (codes.has('ChainBroken')) return 'restore the log from a copy; it is left untouched';
  if (codes.has('TargetDiffers'))
    return `this run (${header.hop}) is about another cluster: name the right --cluster and --profile, or start a new run`;
  return `go on with version ${head.tool} of the tool, which wrote the last record; the log is left untouched`;
}
