import { describe, expect, it } from 'vitest';
import type { Ending } from '#engine/host';
import { ekstest } from '../builders/ekstest.ts';
import { refused } from '../builders/fake-ports.ts';
import { Rehearsal } from './rehearsal.ts';
import { nodesOf, otherwise } from './somebody-else.ts';

const failureOf = (ending: Ending | null) => (ending?.kind === 'parked' ? ending.failure : null);
/** In the middle of the drain of `ekstest`. */
const IN_THE_DRAIN = { when: 'after', seq: 18 } as const;

describe('a recheck of a run under way', () => {
  it('pauses when the credentials have expired, and goes on with new ones', async () => {
    const run = new Rehearsal();
    let hasExpired = false;
    run.meanwhile = (state) => {
      hasExpired = state === 'work.drain.rechecking';
    };
    run.ports = (ports) => otherwise(ports, () => (hasExpired ? refused(401, 'Unauthorized') : null));
    expect(await run.start()).toMatchObject({ kind: 'paused', why: expect.stringContaining('credentials') });
    run.ports = (ports) => ports;
    expect((await run.resume())?.kind).toBe('finished');
  });

  it('waits after a resume for an API that is away for a while', async () => {
    const run = new Rehearsal();
    await run.start(IN_THE_DRAIN);
    const back = run.twin.time.now() + 20_000;
    run.ports = (ports) =>
      otherwise(ports, (call) =>
        call !== 'getLease' && run.twin.time.now() < back
          ? { kind: 'unknown', code: 'ECONNREFUSED', message: 'away' }
          : null,
      );
    expect((await run.resume())?.kind).toBe('finished');
  });
});

describe('an abort', () => {
  const forbidden = (what: string) => refused(403, 'Forbidden', `no ${what}`);

  it.each([
    ['marks cannot be undone', 'patchNode', 'UndoIncomplete'],
    ['what stays changed cannot be listed', 'describeCluster', 'Forbidden'],
    ['the Lease cannot be let go', 'releaseLease', 'Forbidden'],
  ])('does not end when %s: it parks, and a retry ends it', async (_, call, code) => {
    const run = new Rehearsal();
    await run.start(IN_THE_DRAIN);
    await run.ask('abort');
    run.ports = (ports) => otherwise(ports, (it) => (it === call ? forbidden(call) : null));
    const ending = await run.resume();
    expect(failureOf(ending)?.code).toBe(code);
    expect(ending).toMatchObject({ record: { state: 'aborting.parked' } });

    run.ports = (ports) => ports;
    await run.ask('retry');
    const last = await run.resume();
    expect(last?.kind).toBe('aborted');
    const { report } = (last as { record: { snapshot: { context: { report: readonly string[] } } } }).record.snapshot
      .context;
    expect(report.join('\n')).toContain('the control plane is at 1.21');
  });
});

describe('what was broken before the run', () => {
  it('is not blamed on it: a node that was not Ready is found at the start and forgiven at the end', async () => {
    const dead = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'dead-1', labels: { 'alpha.eksctl.io/nodegroup-name': 'self-managed' } },
      spec: { providerID: 'aws:///ap-northeast-1a/i-0123456789abcdef0' },
      status: {
        conditions: [{ type: 'Ready', status: 'False', message: 'dead for weeks' }],
        nodeInfo: { kubeletVersion: 'v1.20.11-eks-f17b81' },
        capacity: {},
        allocatable: {},
      },
    };
    const run = new Rehearsal(ekstest((draft) => void (draft.objects as unknown[]).push(dead)));
    expect((await run.start())?.kind).toBe('finished');
    const findings = run.messages.flatMap((it) => (it.code === 'finding' ? [`${it.data.code} ${it.data.object}`] : []));
    expect(findings).toContain('NODE_NOT_READY dead-1');
    expect(nodesOf(run, 'managed-ng-20')).toEqual([]);
  });
});
