import { describe, expect, it } from 'vitest';
import { chooseNodeGroups } from '#steps/preflight/choose-node-groups';
import { RUN } from '../../builders/a-hop.ts';
import { aNode } from '../../builders/a-node.ts';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { answers, aSlice, type FakePorts, gone } from '../../builders/fake-ports.ts';
import { portsOfFacts } from '../../builders/ports-of-facts.ts';

const choose = (ports: FakePorts) => chooseNodeGroups.run({ ...RUN, newNames: {} }, ports, aSlice());

describe('choosing the node groups', () => {
  it('does not need Kubernetes where EKS says that a group is behind', async () => {
    const ports = portsOfFacts();
    expect(await choose(ports)).toEqual({
      kind: 'done',
      output: { rotations: [{ old: 'managed-ng-20', new: 'managed-ng-21' }] },
    });
    expect(ports.calls).not.toContain('kubernetes.listNodes');
  });

  it('asks the kubelets where EKS does not', async () => {
    const facts = { nodegroups: [aNodegroup({ version: '1.21' })], nodes: [aNode('n')] };
    expect(await choose(portsOfFacts(facts))).toMatchObject({ output: { rotations: [{ old: 'managed-ng-20' }] } });
  });

  it('ends before any change when there is no such cluster, or the API stays away', async () => {
    const none = portsOfFacts({}, { eks: { listNodegroups: answers<never>(gone('cluster')) } });
    await expect(choose(none)).rejects.toMatchObject({ code: 'ClusterNotFound', exit: 3 });
    const away = portsOfFacts(
      {},
      { eks: { listNodegroups: answers<never>({ kind: 'unknown', code: 'ETIMEDOUT', message: 'timed out' }) } },
    );
    await expect(choose(away)).rejects.toMatchObject({ code: 'ApiUnreachable', exit: 3 });
  });
});
