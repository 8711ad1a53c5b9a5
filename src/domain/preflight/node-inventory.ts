import { classifyNode, type NodeClass } from '../nodes/classify.ts';
import { type Concern, defineCheck } from './check.ts';

const SAID: Readonly<Record<Exclude<NodeClass['kind'], 'managed-group' | 'unknown'>, string>> = {
  'self-managed': 'self-managed: counted in the version skew, never drained or replaced by this run',
  karpenter: 'managed by Karpenter, which replaces it by itself; this run leaves it alone',
  'auto-mode': 'managed by EKS Auto Mode, which replaces it by itself; this run leaves it alone',
  fargate: 'a Fargate node: its pod gets the new version only when it is restarted',
  hybrid: 'a hybrid node: counted in the version skew, never touched by this run',
};

/** Who manages each node. A node that nobody is known to manage blocks; those we do not rotate are named. */
export const nodeInventory = defineCheck({
  name: 'node-inventory',
  guards: ['control-plane', 'drain'],
  needs: ['nodes', 'nodegroups'],
  judge: ({ nodes, nodegroups }) => {
    const groups = nodegroups.map(({ nodegroupName }) => nodegroupName);
    return nodes.flatMap((node) => judgeNode(node.metadata.name, classifyNode(node, groups)));
  },
});

function judgeNode(name: string, found: NodeClass): readonly Concern[] {
  if (found.kind === 'managed-group') return [];
  if (found.kind === 'unknown') {
    return [
      {
        code: 'NODE_OF_UNKNOWN_KIND',
        severity: 'block',
        object: name,
        why: `cannot tell who manages node ${name}: ${found.why}`,
        whatToDo: `kubectl describe node ${name}; remove it if it is a leftover, or accept it: --accept NODE_OF_UNKNOWN_KIND=${name}`,
      },
    ];
  }
  return [
    {
      code: 'NODE_NOT_ROTATED',
      severity: 'info',
      object: name,
      why: `node ${name} is ${SAID[found.kind]}${found.kind === 'karpenter' ? ` (pool ${found.pool})` : ''}`,
      whatToDo: 'nothing for this run; plan its replacement with whoever manages it',
    },
  ];
}
