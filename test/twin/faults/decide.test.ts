import { describe, expect, it } from 'vitest';
import { type AnswerState, decide } from '#twin/faults/decide';
import { isMeant } from '#twin/faults/fits';
import type { AnswerFault } from '#twin/scenario/answer-fault-schema';

const state = (fault: Partial<AnswerFault> = {}, begunAt: number | null = 0): AnswerState => ({
  fault: { of: ['eks:*'], give: 'reset', ...fault },
  begunAt,
  fitted: 0,
  given: 0,
});
const READ = { operation: 'eks:DescribeUpdate', kind: 'read' } as const;

/** What a row of calls at these instants gets: true for a fault. */
function row(first: AnswerState, instants: readonly number[]): readonly boolean[] {
  let states: readonly AnswerState[] = [first];
  return instants.map((now) => {
    const decision = decide(states, READ, now);
    states = decision.states;
    return decision.fault !== null;
  });
}

describe('which fault answers a call', () => {
  it('is none before the fault begins, and none once its time is over', () => {
    expect(row(state({ lasts: 100 }, 50), [49, 50, 149, 150])).toEqual([false, true, true, false]);
    expect(row(state({}, null), [0, 1000])).toEqual([false, false]);
  });

  it('is one for so many calls as it has times', () => {
    expect(row(state({ times: 2 }), [1, 2, 3])).toEqual([true, true, false]);
  });

  it('is one for each second call with every: 2', () => {
    expect(row(state({ every: 2 }), [1, 2, 3, 4])).toEqual([false, true, false, true]);
  });

  it('is the first that fits; one that is used up leaves the call to the next', () => {
    const states = [state({ kind: 'write' }), state({ times: 1, give: 'half' }), state({ give: 'html' })];
    const first = decide(states, READ, 0);
    expect(first.fault?.give).toBe('half');
    expect(decide(first.states, READ, 0).fault?.give).toBe('html');
  });
});

describe('a pattern of operations', () => {
  it.each([
    ['*', 'k8s:patch nodes', true],
    ['eks:*', 'eks:DescribeUpdate', true],
    ['eks:*', 'k8s:list nodes', false],
    ['eks:Describe*', 'eks:DescribeUpdate', true],
    ['eks:Describe*', 'eks:ListUpdates', false],
    ['k8s:patch *', 'k8s:patch nodes', true],
    ['k8s:patch *', 'k8s:get version', false],
    ['k8s:* nodes', 'k8s:watch nodes', true],
    ['k8s:* nodes', 'k8s:watch pods', false],
    ['eks:DescribeUpdate', 'eks:DescribeUpdates', false],
  ])('%s and %s: %s', (pattern, operation, is) => {
    expect(isMeant([pattern], operation)).toBe(is);
  });
});
