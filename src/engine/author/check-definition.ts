import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { UpgradeError } from '#errors/upgrade-error';
import { actionProblems } from './action-problems.ts';
import { delayProblems } from './delay-problems.ts';
import { guardProblems } from './guard-problems.ts';
import { invokeProblems } from './invoke-problems.ts';
import { idOf, type Procedure, type StateMeta } from './procedure.ts';
import { allNodes, ancestorsOf } from './state-nodes.ts';

/** Refuses a procedure that breaks a convention of the engine, naming every place; called when a procedure is loaded. */
export function checkDefinition(procedure: Procedure): void {
  const problems = definitionProblems(procedure);
  if (problems.length === 0) return;
  throw new UpgradeError(
    'DefinitionRefused',
    `procedure ${idOf(procedure)} cannot be run:\n${problems.map((it) => `  - ${it}`).join('\n')}`,
    {
      hint: 'see the conventions in src/engine/author/procedure.ts',
    },
  );
}

/** What is wrong with a procedure, one line for each place; empty when it can be run. */
export function definitionProblems(procedure: Procedure): readonly string[] {
  const { machine } = procedure;
  return [...nameProblems(procedure), ...allNodes(machine.root).flatMap((node) => nodeProblems(node, machine))];
}

function nameProblems(procedure: Procedure): string[] {
  const id = idOf(procedure);
  const problems: string[] = [];
  if (!/^[a-z][a-z0-9-]*@[1-9]\d*$/.test(procedure.machine.id))
    problems.push(`the machine's id "${procedure.machine.id}" has no version: call it "${id}"`);
  else if (procedure.machine.id !== id)
    problems.push(`the machine is called "${procedure.machine.id}", the procedure "${id}"`);
  if (!procedure.accepts.includes(id)) problems.push(`"${id}" does not accept its own records`);
  return problems;
}

/** One opinion about one state. */
type Rule = (node: AnyStateNode, machine: AnyStateMachine) => readonly string[];

const RULES: readonly Rule[] = [
  plainKey,
  oneRegion,
  invokeProblems,
  actionProblems,
  guardProblems,
  delayProblems,
  deepHistory,
  answerableGate,
  namedEnding,
  wayOut,
  limitedWait,
];

function nodeProblems(node: AnyStateNode, machine: AnyStateMachine): string[] {
  const place = node.path.join('.') || 'the machine';
  return RULES.flatMap((rule) => rule(node, machine)).map((problem) => `${place}: ${problem}`);
}

function plainKey(node: AnyStateNode): readonly string[] {
  return node.parent === undefined || /^[\w-]+$/.test(node.key)
    ? []
    : ['the name of a state is letters, digits, dashes: records join them with dots'];
}

function oneRegion(node: AnyStateNode): readonly string[] {
  return node.type === 'parallel' ? ['parallel regions are not recorded; do things side by side inside one step'] : [];
}

function deepHistory(node: AnyStateNode): readonly string[] {
  return node.type === 'history' && node.history !== 'deep'
    ? ['a shallow history forgets where the run stopped; use history: "deep"']
    : [];
}

function answerableGate(node: AnyStateNode): readonly string[] {
  const gate = (node.meta as StateMeta | undefined)?.gate;
  return gate === undefined || node.transitions.has('operator.approve')
    ? []
    : [`gate "${gate}" does not take operator.approve`];
}

const ENDINGS: readonly unknown[] = ['finished', 'blocked', 'held', 'aborted'];

function namedEnding(node: AnyStateNode): readonly string[] {
  if (node.type !== 'final' || node.parent !== node.machine.root) return [];
  return ENDINGS.includes((node.meta as StateMeta | undefined)?.ending)
    ? []
    : [`a final state says how the run ends: meta.ending, one of ${ENDINGS.join(', ')}`];
}

function wayOut(node: AnyStateNode): readonly string[] {
  if (node.type !== 'atomic' || node.key === 'parked' || (node.meta as StateMeta | undefined)?.gate !== undefined)
    return [];
  const inhabited = [node, ...ancestorsOf(node)].some((it) => it.invoke.length > 0 || it.after.length > 0);
  return inhabited || node.always !== undefined ? [] : ['nothing can happen here: no step, no timer, no gate'];
}

function limitedWait(node: AnyStateNode): readonly string[] {
  if (node.invoke.length === 0 || (node.meta as StateMeta | undefined)?.unlimited !== undefined) return [];
  return node.after.some(({ delay }) => typeof delay === 'string' && delay.endsWith('Deadline'))
    ? []
    : ['its step may be waited for without a limit; give it an after …Deadline, or say in meta.unlimited why it may'];
}
