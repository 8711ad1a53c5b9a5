import type { Plan } from '#plan/plan';

/** A small plan that can be carried out; tests change what they are about. */
export const aPlan = (changes: Partial<Plan> = {}): Plan => ({
  format: 1,
  id: '0123456789abcdef0123456789abcdef',
  hop: { from: '1.20', to: '1.21' },
  cluster: 'small',
  procedure: 'blue-green@1',
  verdict: { kind: 'can-be-carried-out' },
  findings: [
    {
      code: 'BUDGET_EXHAUSTED',
      severity: 'risk',
      object: 'default/web',
      why: 'allows no eviction now: 2 of 2 | 1 <is>',
      whatToDo: 'ask @web',
      guards: 'drain',
    },
  ],
  phases: [
    {
      name: 'control plane',
      startsMs: 0,
      tookMs: 1_686_000,
      steps: [
        {
          step: 'start-control-plane-update',
          state: 'controlPlane.starting',
          what: 'start the update of cluster small to 1.21',
          startsMs: 0,
          tookMs: 0,
          actions: [1],
          remarks: [],
        },
        {
          step: 'watch-control-plane-update',
          state: 'controlPlane.updating',
          what: 'follow the update of cluster small',
          startsMs: 0,
          tookMs: 1_686_000,
          actions: [],
          remarks: ['a remark'],
        },
      ],
    },
    {
      name: 'old nodes',
      startsMs: 1_686_000,
      tookMs: 240_000,
      steps: [
        {
          step: 'delete-node-group',
          state: 'oldNodes.deleting',
          what: 'delete node group blue',
          startsMs: 1_686_000,
          tookMs: 0,
          actions: [2],
          remarks: [],
        },
      ],
    },
  ],
  actions: [
    {
      number: 1,
      atMs: 0,
      operation: 'eks:UpdateClusterVersion',
      object: 'small',
      parameters: { name: 'small', version: '1.21' },
    },
    {
      number: 2,
      atMs: 1_686_000,
      operation: 'eks:DeleteNodegroup',
      object: 'blue',
      parameters: {
        clusterName: 'small',
        nodegroupName: 'blue',
        aLongName: 'that makes this longer than a line of a terminal should be',
        list: [1, 2],
      },
    },
  ],
  gates: [{ before: 'delete-old-nodes', atMs: 1_686_000, answeredBy: 'upgrade approve' }],
  pointsOfNoReturn: [{ action: 2, what: 'the old nodes are gone: blue', why: 'nothing brings them back' }],
  nodes: [
    { node: 'n1', group: 'blue', zone: 'a', kubelet: 'v1.20.11', fate: 'removed', podsMoved: 2 },
    { node: 'n2', group: null, zone: null, kubelet: 'v1.21.5', fate: 'new', podsMoved: 0 },
  ],
  workloads: [
    {
      workload: 'Deployment/default/web',
      pods: 2,
      moved: 2,
      fate: 'moves',
      zonesBefore: { a: 2 },
      zonesAfter: { a: 1, c: 1 },
    },
  ],
  notes: [
    { id: 'a-note', severity: 'watch', when: 'any', text: 'Something to know.', source: 'https://example.org/note' },
  ],
  cannotJudge: [{ what: 'durations', why: 'AWS promises none' }],
  tookMs: 1_926_000,
  ...changes,
});
