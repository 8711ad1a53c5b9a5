import { memoryLog } from '#adapters/record-log/memory';
import type { Cluster } from '#domain/eks/cluster';
import { appendControl } from '#engine/control';
import type { Ending } from '#engine/host';
import type { Plan } from '#plan/plan';
import type { RunLog } from '#ports/record-log';
import type { Composition, Driver, NewRun, OldRun, RunPlace } from '../../src/compose/composition.ts';
import { compose } from '../../src/compose.ts';
import { logOf, NOW, record } from './run-log.ts';

export const PLACE: RunPlace = {
  account: '123456789012',
  region: 'ap-northeast-1',
  cluster: 'ekstest',
  run: '20211109-083038-7f3a',
};

export const CLUSTER = {
  name: 'ekstest',
  arn: 'arn:aws:eks:ap-northeast-1:123456789012:cluster/ekstest',
  version: '1.20',
  status: 'ACTIVE',
  endpoint: 'https://127.0.0.1:6443',
  createdAt: '2021-01-01T00:00:00Z',
  certificateAuthority: '',
  subnetIds: [],
  tags: {},
  health: [],
  autoMode: false,
} satisfies Cluster;

/** What the scripted driver does at each `drive`: the way the engine ends it. */
export type Script = (log: RunLog, count: number) => Promise<Ending>;

export interface Scripted {
  readonly composition: Composition;
  readonly logs: Map<string, RunLog>;
  readonly started: NewRun[];
  readonly resumed: OldRun[];
}

/** The real composition, but for the cluster, the state folder, the clock and the engine's drive, which are scripted. */
export async function scripted(script: Script, changed: Partial<Composition> = {}): Promise<Scripted> {
  const logs = new Map<string, RunLog>();
  const started: NewRun[] = [];
  const resumed: OldRun[] = [];
  const driver = (log: RunLog): Driver => {
    let count = 0;
    return { drive: () => script(log, count++) };
  };
  const time = { now: () => NOW, until: async () => 'due' as const };
  const composition: Composition = {
    ...(await compose()),
    time,
    newRunId: () => PLACE.run,
    runFolders: async (root) => ({
      root,
      list: async () => [...logs.keys()].map((run) => ({ ...PLACE, run })),
      open: ({ run }) => logs.get(run) ?? memoryLog(),
      create: async ({ run }) => {
        const log = memoryLog(`${root}/${run}`);
        logs.set(run, log);
        return log;
      },
    }),
    appendControl: (log, asked) => appendControl(log, { ...asked, at: NOW }),
    openCluster: async (_, notify) => ({
      ports: { notify, time } as never,
      cluster: CLUSTER,
      account: PLACE.account,
      region: PLACE.region,
      close: async () => {},
    }),
    readHolder: async () => ({ kind: 'free' }),
    plan: async () => PLAN,
    start: async (run) => {
      started.push(run);
      await logOf([record()], run.log);
      return driver(run.log);
    },
    resume: async (run) => {
      resumed.push(run);
      return driver(run.log);
    },
    ...changed,
  };
  return { composition, logs, started, resumed };
}

export const PLAN: Plan = {
  format: 1,
  id: 'abc',
  hop: { from: '1.20', to: '1.21' },
  cluster: 'ekstest',
  procedure: 'blue-green@1',
  verdict: { kind: 'can-be-carried-out' },
  findings: [],
  phases: [],
  actions: [],
  gates: [],
  pointsOfNoReturn: [],
  nodes: [],
  workloads: [],
  notes: [],
  cannotJudge: [],
  tookMs: 0,
};
