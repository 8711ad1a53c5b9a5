import { expect, it } from 'vitest';
import type { Message } from '#messages/message';
import { effectMemory } from '#steps/answer/effect-memory';
import { chooseNode } from '#steps/drain/choose-node';
import { cordonNodes } from '#steps/drain/cordon-nodes';
import { drainNode } from '#steps/drain/drain-node';
import { surveyNode } from '#steps/drain/survey-node';
import { verifyEmpty } from '#steps/drain/verify-empty';
import { watchWorkloads } from '#steps/drain/watch-workloads';
import type { Step, StepPorts } from '#steps/step';
import type { Twin } from '#twin/twin';
import { ekstestTwin, pass, present } from '../../builders/ekstest.ts';

const OLD = 'managed-ng-20';
const NEW = 'managed-ng-21';
const hop = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21' };

/** Slice after slice, as the engine gives them. */
async function carryOut<Input, Output>(step: Step<Input, Output>, input: Input, ports: StepPorts): Promise<Output> {
  const scheduledAt = ports.time.now();
  const remember = effectMemory();
  for (;;) {
    const slice = {
      token: '0123456789abcdef0123456789abcdef',
      scheduledAt,
      waits: () => {},
      end: ports.time.now() + 50_000,
      signal: new AbortController().signal,
    };
    const result = await step.run(input, ports, remember(slice, ports.time));
    if (result.kind === 'done') return result.output;
  }
}

async function addGroup(twin: Twin): Promise<void> {
  const { eks } = twin.ports;
  const old = present(await eks.describeNodegroup({ clusterName: 'ekstest', nodegroupName: OLD }));
  const { clusterName, scalingConfig, subnets, nodeRole, launchTemplate } = old;
  await eks.createNodegroup({
    clusterName,
    nodegroupName: NEW,
    scalingConfig,
    subnets,
    nodeRole,
    ...(launchTemplate && { launchTemplate }),
    instanceTypes: old.instanceTypes,
    clientRequestToken: 'new-group',
  });
  pass(twin, 10 * 60_000);
}

async function drainGroup(ports: StepPorts): Promise<readonly string[]> {
  const order: string[] = [];
  const group = { ...hop, group: OLD };
  await carryOut(cordonNodes, group, ports);
  for (;;) {
    const { node } = await carryOut(chooseNode, group, ports);
    if (node === null) break;
    order.push(node.split('.')[0] ?? node);
    const { touched } = await carryOut(surveyNode, { ...hop, node }, ports);
    await carryOut(drainNode, { ...hop, node, podAfterGraceMs: 600_000 }, ports);
    await carryOut(watchWorkloads, { ...hop, touched }, ports);
  }
  await carryOut(verifyEmpty, group, ports);
  return order;
}

it('empties the old group of ekstest node by node, oldest first, and every replica comes back on the new group', async () => {
  const twin = ekstestTwin();
  await addGroup(twin);
  const messages: Message[] = [];
  const ports: StepPorts = { ...twin.ports, time: twin.time, notify: (it) => messages.push(it) };
  const order = await twin.time.run(drainGroup(ports));
  expect(order).toEqual(['ip-10-0-102-121', 'ip-10-0-101-193', 'ip-10-0-103-198']);
  const evicted = messages.filter((it) => it.code === 'pod-evicted').length;
  expect(messages.filter((it) => it.code === 'pod-gone')).toHaveLength(evicted);
  expect(evicted).toBeGreaterThanOrEqual(8);
  const workloads = present(await twin.ports.kubernetes.listWorkloads());
  const short = workloads.filter((it) => it.spec.replicas && it.status.readyReplicas !== it.spec.replicas);
  expect(short.filter((it) => it.kind !== 'ReplicaSet')).toEqual([]);
});
