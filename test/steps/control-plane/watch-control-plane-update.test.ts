import { describe, expect, it } from 'vitest';
import { value } from '#ports/answer';
import type { Eks } from '#ports/eks';
import { watchControlPlaneUpdate } from '#steps/control-plane/watch-control-plane-update';
import { anUpdate } from '../../builders/a-cluster.ts';
import { RUN } from '../../builders/a-hop.ts';
import { answers, aSlice, fakePorts, gone, refused } from '../../builders/fake-ports.ts';

const MINUTE = 60_000;
function watch(describeUpdate: Eks['describeUpdate'], slice = aSlice()) {
  const ports = fakePorts({ eks: { describeUpdate } });
  return {
    ports,
    result: watchControlPlaneUpdate.run({ ...RUN, updateId: 'u-1', warnAfterMs: 45 * 60_000 }, ports, slice),
  };
}
const sinceMinutes = (minutes: number) => aSlice({ scheduledAt: aSlice().scheduledAt - minutes * MINUTE });

describe('following the control-plane update', () => {
  it('polls until EKS says Successful', async () => {
    const { ports, result } = watch(answers(value(anUpdate()), value(anUpdate({ status: 'Successful' }))));
    expect(await result).toEqual({ kind: 'done', output: {} });
    expect(ports.calls).toHaveLength(2);
  });

  it('takes another slice at the end of this one', async () => {
    expect(await watch(async () => value(anUpdate())).result).toMatchObject({
      kind: 'again',
      waitingFor: { what: 'update u-1 of cluster ekstest to 1.21' },
    });
  });

  it.each(['Failed', 'Cancelled'] as const)('fails with the errors of EKS when it is %s', async (status) => {
    const errors = [{ errorCode: 'IpNotAvailable', errorMessage: 'no free address', resourceIds: ['subnet-a'] }];
    await expect(watch(async () => value(anUpdate({ status, errors }))).result).rejects.toMatchObject({
      code: `Update${status}`,
      message: expect.stringContaining('IpNotAvailable: no free address (subnet-a)'),
    });
  });

  it('bears that EKS does not know the update at first, but not later', async () => {
    expect((await watch(answers<never>(gone('update'))).result).kind).toBe('again');
    await expect(watch(answers<never>(gone('update')), sinceMinutes(3)).result).rejects.toMatchObject({
      code: 'NotFound',
    });
  });

  it('waits on through 5xx and lost answers, with the reason', async () => {
    const lost = { kind: 'unknown', code: 'Unparsable', message: '<html>' } as const;
    const { result } = watch(answers<never>(refused(503, 'ServiceUnavailableException'), lost));
    expect(await result).toMatchObject({ kind: 'again', waitingFor: { what: expect.stringContaining('<html>') } });
  });

  it('warns once, in the slice in which 45 minutes are over', async () => {
    const warned = async (minutes: number) => {
      const { ports, result } = watch(async () => value(anUpdate()), sinceMinutes(minutes));
      await result;
      return ports.messages.map(({ code }) => code);
    };
    expect(await warned(44)).toEqual([]);
    expect(await warned(44.5)).toEqual(['control-plane-slow']);
    expect(await warned(45.5)).toEqual([]);
  });
});
