import { describe, expect, it } from 'vitest';
import type { ScenarioInput } from '#twin/scenario/schema';
import { ekstestTwin, pass } from '../../builders/ekstest.ts';

type Fault = NonNullable<NonNullable<ScenarioInput['faults']>['answers']>[number];

const twinWith = (...answers: Fault[]) =>
  ekstestTwin((draft) => {
    draft.faults.answers = answers as never;
  });

const REFUSED = { status: 429, code: 'ThrottlingException', message: 'Rate exceeded' };
const look = (twin: ReturnType<typeof twinWith>) => twin.ports.eks.describeCluster('ekstest');

describe('answers that a scenario gives otherwise', () => {
  it('refuses a call in the words of the scenario, and the journal shows what the caller got', async () => {
    const twin = twinWith({ of: ['eks:DescribeCluster'], give: REFUSED });
    expect(await look(twin)).toEqual({ kind: 'refused', ...REFUSED, causes: [] });
    expect(twin.journal.entries()).toMatchObject([{ operation: 'eks:DescribeCluster', status: 429, fault: 429 }]);
  });

  it('a write whose answer is lost is performed when the scenario says so, and is in the journal as performed', async () => {
    const twin = twinWith({ of: ['eks:UpdateClusterVersion'], performed: true, give: 'reset' });
    const answer = await twin.ports.eks.updateClusterVersion({
      name: 'ekstest',
      version: '1.21',
      clientRequestToken: 'token',
    });
    expect(answer).toEqual({ kind: 'unknown', code: 'ECONNRESET', message: 'socket hang up' });
    expect(twin.journal.writes()).toMatchObject([{ status: 200, fault: 'reset' }]);
    expect(await look(twin)).toMatchObject({ value: { status: 'UPDATING' } });
  });

  it.each(['reset', 'half', 'html', 'hang'] as const)(
    'a write lost by %s is otherwise not performed, and looks like no success',
    async (give) => {
      const twin = twinWith({ of: ['eks:UpdateClusterVersion'], give });
      await twin.ports.eks.updateClusterVersion({ name: 'ekstest', version: '1.21', clientRequestToken: 'token' });
      expect(twin.journal.writes()[0]?.status).toBeGreaterThanOrEqual(400);
      expect(await look(twin)).toMatchObject({ value: { status: 'ACTIVE' } });
    },
  );

  it('begins after the nth success of another call, and ends when its time is over', async () => {
    const begins = { with: 'eks:ListNodegroups', nth: 2, after: '10s' };
    const twin = twinWith({ of: ['eks:DescribeCluster'], begins, lasts: '1m', give: REFUSED });
    const kinds: string[] = [];
    for (const ms of [0, 10_000, 59_000, 1_000]) {
      await twin.ports.eks.listNodegroups('ekstest');
      if (ms === 0) await twin.ports.eks.listNodegroups('ekstest');
      pass(twin, ms);
      kinds.push((await look(twin)).kind);
    }
    expect(kinds).toEqual(['value', 'refused', 'refused', 'value']);
  });

  it('the end of a fault is an instant at which something happens: nobody who waits for it is stuck', async () => {
    const twin = twinWith({ of: ['eks:DescribeCluster'], lasts: '90s', give: 'reset' });
    expect(twin.time.nextAt()).toBe(twin.time.now() + 90_000);
  });

  it('a call that a fault answered does not count as the success with which another one begins', async () => {
    const twin = twinWith(
      { of: ['eks:ListNodegroups'], times: 1, give: 'reset' },
      { of: ['eks:DescribeCluster'], begins: { with: 'eks:ListNodegroups' }, give: 'reset' },
    );
    await twin.ports.eks.listNodegroups('ekstest');
    expect((await look(twin)).kind).toBe('value');
    await twin.ports.eks.listNodegroups('ekstest');
    expect((await look(twin)).kind).toBe('unknown');
  });

  it('come in the same way each time: the same scenario and the same calls give the same bytes', async () => {
    const journals = await Promise.all(
      [0, 1].map(async () => {
        const twin = twinWith(
          { of: ['eks:*'], every: 3, give: 'half' },
          { of: ['*'], begins: { with: 'k8s:list nodes', after: '5s' }, lasts: '10s', times: 2, give: REFUSED },
        );
        for (let look = 0; look < 8; look++) {
          await twin.ports.kubernetes.listNodes();
          await twin.ports.eks.describeCluster('ekstest');
          pass(twin, 4_000);
        }
        return JSON.stringify(twin.journal.entries());
      }),
    );
    expect(journals[0]).toContain('"fault":429');
    expect(journals[0]).toContain('"fault":"half"');
    expect(journals[1]).toBe(journals[0]);
  });

  it('mended, everything is answered again', async () => {
    const twin = twinWith({ of: ['*'], give: 'reset' });
    expect((await look(twin)).kind).toBe('unknown');
    expect((await twin.ports.kubernetes.live()).kind).toBe('unknown');
    twin.faults.mend();
    expect((await look(twin)).kind).toBe('value');
    expect((await twin.ports.kubernetes.live()).kind).toBe('value');
  });

  it.each([
    [{ of: ['eks:Describe Cluster'], give: 'reset' }, 'expected an operation'],
    [{ of: ['*'], give: 'explode' }, 'give'],
    [{ of: ['*'], performed: true, give: REFUSED }, 'performed'],
    [{ of: ['*'], give: { status: 200 } }, 'give'],
  ])('%j is refused when the scenario is read', (fault, words) => {
    expect(() => twinWith(fault as never)).toThrow(words);
  });
});
