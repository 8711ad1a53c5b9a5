import { test } from 'vitest';
import { checkScenario } from '#twin/scenario/load';
import { openTwin } from '#twin/twin';
import { budget, deployment, ekstest, pass, present } from '../builders/ekstest.ts';

test('perf', async () => {
  for (const N of [1000, 2000, 5000]) {
    const t = performance.now();
    const twin = openTwin(
      ekstest((d) => {
        const apps = N * 2;
        d.objects = [
          ...d.objects.filter((it) => it.kind === 'DaemonSet'),
          ...Array.from({ length: apps }, (_, i) => ({
            ...deployment(`a${i}`, 10),
            metadata: { name: `a${i}`, namespace: `ns${i % 100}` },
          })),
          ...Array.from({ length: apps }, (_, i) => ({
            ...budget(`a${i}`, { maxUnavailable: 1 }),
            metadata: { name: `a${i}`, namespace: `ns${i % 100}` },
          })),
        ] as never;
        d.subnets = ['a', 'c', 'd'].map((z, i) => ({
          subnetId: ['subnet-0a101000000000000', 'subnet-0c102000000000000', 'subnet-0d103000000000000'][i],
          availabilityZone: `ap-northeast-1${z}`,
          availableIpAddressCount: 60000,
          cidrBlock: `10.${i}.0.0/16`,
          nextAddresses: [],
        })) as never;
        d.nodes = Array.from({ length: N }, (_, i) => ({
          address: `10.${i % 3}.${Math.floor(i / 600)}.${(Math.floor(i / 3) % 200) + 4}`,
          group: 'managed-ng-20',
          createdAt: '2022-03-04T09:21:10Z',
        })) as never;
        d.launchTemplates = [{ id: 'lt-0e5700000000000020', maxPods: 110 }] as never;
      }),
    );
    const { kubernetes } = twin.ports;
    console.log(
      N,
      'open',
      Math.round(performance.now() - t),
      present(await kubernetes.listNodes()).length,
      present(await kubernetes.listPods()).length,
      Math.round(process.memoryUsage().heapUsed / 2 ** 20),
    );
    const live = present(await kubernetes.live());
    const t2 = performance.now();
    const nodes = present(await kubernetes.listNodes());
    let ev = 0,
      no = 0;
    for (const node of nodes.slice(0, N / 2))
      await kubernetes.patchNode(node.metadata.name, { spec: { unschedulable: true } });
    console.log('cordon', Math.round(performance.now() - t2));
    for (const node of nodes.slice(0, 100)) {
      for (const pod of present(await kubernetes.listPods({ node: node.metadata.name }))) {
        const a = await kubernetes.evict({
          namespace: pod.metadata.namespace ?? '',
          name: pod.metadata.name,
          uid: pod.metadata.uid,
          apiVersion: 'policy/v1beta1',
        });
        if (a.kind === 'value') ev++;
        else no++;
      }
      pass(twin, 60000);
    }
    console.log(
      'evict',
      ev,
      no,
      Math.round(performance.now() - t2),
      Math.round(process.memoryUsage().heapUsed / 2 ** 20),
      live.pods().length,
    );
  }
}, 300000);
