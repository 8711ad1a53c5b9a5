import { describe, expect, it } from 'vitest';
import { type Answer, value } from '#ports/answer';
import { watchApiServers } from '#steps/control-plane/watch-api-servers';
import { RUN } from '../../builders/a-hop.ts';
import { answers, aSlice, fakePorts, refused } from '../../builders/fake-ports.ts';

const old = value({ gitVersion: 'v1.20.11-eks-f17b81' });
const now = value({ gitVersion: 'v1.21.5-eks-bc4871b' });
const watch = (...list: readonly Answer<{ gitVersion: string }>[]) => {
  const ports = fakePorts({ kubernetes: { version: answers(...list) } });
  return { ports, result: watchApiServers.run(RUN, ports, aSlice()) };
};

describe('the API servers', () => {
  it('have settled after five answers in a row', async () => {
    const { ports, result } = watch(now);
    expect(await result).toEqual({ kind: 'done', output: { gitVersion: 'v1.21.5-eks-bc4871b' } });
    expect(ports.calls).toHaveLength(5);
    expect(ports.messages).toEqual([
      { code: 'control-plane-settled', data: { gitVersion: 'v1.21.5-eks-bc4871b', answers: 5 } },
    ]);
  });

  it('start again with the row when one still says the old version, or none answers', async () => {
    const { ports, result } = watch(now, now, now, now, old, now, now, refused(503, ''), now);
    expect((await result).kind).toBe('done');
    expect(ports.calls).toHaveLength(13);
  });

  it('are waited for as long as they say the old version', async () => {
    expect(await watch(old).result).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('v1.20.11') },
    });
  });
});
