import { expect, it } from 'vitest';
import { drainNode } from '#steps/drain/drain-node';
import { aPod } from '../../builders/a-pod.ts';
import { aWorkload } from '../../builders/a-workload.ts';
import { aCordonedNode } from '../../builders/drain-node-object.ts';
import { START } from '../../builders/drain-time.ts';
import { drainWorld } from '../../builders/drain-world.ts';

const input = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21', node: 'old-1', podAfterGraceMs: 600_000 };

it('says nothing of a pod while the API server is away: the stores are asked for at each look', async () => {
  const pod = aPod('default/web-0');
  const world = drainWorld({
    nodes: [aCordonedNode()],
    workloads: [aWorkload('StatefulSet/default/web')],
    pods: [pod],
  });
  const away = { kind: 'unknown', code: 'ECONNRESET', message: 'socket hang up' } as const;
  const { live } = world.ports.kubernetes;
  let looks = 0;
  const kubernetes = { ...world.ports.kubernetes, live: async () => (looks++ === 0 ? live() : away) };
  const result = await drainNode.run(input, { ...world.ports, kubernetes }, world.slice());
  expect(result).toMatchObject({
    kind: 'again',
    waitingFor: { what: expect.stringContaining('socket hang up'), endsWhen: 'the API server answers' },
  });
  expect(world.time.now()).toBeGreaterThan(START);
});
