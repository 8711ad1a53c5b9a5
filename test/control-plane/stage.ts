import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { LAST_WITH_PSP } from '#domain/rights/kubernetes-rights';
import type { Scenario } from '#twin/scenario/schema';
import { type Command, command } from '../kill/command.ts';
import { minorOf, versionOf } from './binaries/versions.ts';
import { beyondLoopback, leftBehind } from './cluster/left-behind.ts';
import { type RealCluster, startCluster } from './cluster/real-cluster.ts';
import { temporaryFolder } from './cluster/temporary-folder.ts';
import { atRest } from './eks/at-rest.ts';
import { connectAs } from './eks/connect-as.ts';
import { type Eks, openEks } from './eks/open-eks.ts';
import { policyForEverybody } from './eks/policy-for-everybody.ts';
import { serveTokenReview } from './eks/serve-token-review.ts';
import type { Identity } from './eks/token-review.ts';
import { grantRights } from './grant-rights.ts';
import { type Kubelets, startKubelets } from './kubelet/kubelets.ts';

const UPGRADE = fileURLToPath(new URL('../../bin/upgrade.js', import.meta.url));

/** A real control plane with played kubelets and EKS in front of it, and somebody who types `upgrade`. */
export interface Stage {
  readonly cluster: RealCluster;
  readonly kubelets: Kubelets;
  readonly eks: Eks;
  readonly folder: string;
  /** `upgrade …` as a process of its own; cluster and state folder are added. */
  readonly types: (words: readonly string[], how?: How) => Command;
  /** The folder in which the runs of the cluster are. */
  readonly runs: string;
  /** What EKS could not do, although it tried for minutes. */
  readonly failures: readonly unknown[];
  /** Ends everything; throws when something is left, or could be reached from other machines. */
  readonly end: () => Promise<void>;
}

interface How {
  /** For node itself. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** When it is killed at the latest. Default: ten minutes. */
  readonly hangsAfterMs?: number;
}

export interface StageOptions {
  readonly scenario: Scenario;
  /** Pods that fit on no node belong to the scenario. Default: no. */
  readonly mayPend?: boolean;
  /** Access key → who its owner is for Kubernetes. Default: the runner has the rights that `upgrade permissions` prints. */
  readonly entries?: ReadonlyMap<string, Identity>;
}

export const RUNNER_KEY = 'AKIAEXAMPLEEXAMPLE00';
/** Longer than a whole hop takes, by far. */
const HANGS_AFTER_MS = 600_000;
/** The group that the roles of `upgrade permissions` are bound to. */
const RUNNER: Identity = { username: 'upgrade', groups: ['upgrade-runners'] };

/** Starts everything, in the state of the scenario and at rest. What has been started is ended when the rest cannot be. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { scenario } = options;
  const hasPolicies = minorOf(versionOf(scenario.cluster.version)) <= LAST_WITH_PSP;
  const folder = await temporaryFolder();
  const endings: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const end = async () => {
    const open = beyondLoopback(folder);
    for (const it of endings.splice(0).reverse()) await it();
    const left = [...open.map((it) => `${it} can be reached from other machines`), ...(await leftBehind(folder))];
    if (left.length > 0) throw new TypeError(left.join('\n'));
  };
  try {
    const reviews = await serveTokenReview(options.entries ?? new Map([[RUNNER_KEY, RUNNER]]));
    endings.push(() => reviews.close());
    const cluster = await startCluster({
      version: versionOf(scenario.cluster.version),
      folder,
      tokenReviewUrl: reviews.url,
      podSecurityPolicies: hasPolicies,
    });
    endings.push(() => cluster.stop());
    const kubelets = startKubelets({ url: cluster.url, caPem: cluster.caPem, token: cluster.token('kubelets') });
    endings.push(() => kubelets.close());
    const connection = await connectAs(cluster, 'eks');
    endings.push(async () => connection.close());
    if (hasPolicies) await policyForEverybody(connection);
    const failures: unknown[] = [];
    const commands: Command[] = [];
    const failed = (error: unknown) => {
      failures.push(error);
      // Nobody waits for what EKS will never do.
      for (const it of commands) it.kill('SIGKILL');
    };
    const eks = await openEks(scenario, { cluster, kubelets, connection, failed });
    endings.push(() => eks.close());
    await atRest(eks.world, options.mayPend ?? false);
    await grantRights(cluster, UPGRADE);
    const types = typist(folder, scenario, eks.awsUrl, commands);
    endings.push(() => Promise.all(commands.map(ended)));
    const account = scenario.cluster.arn.split(':')[4] ?? '';
    const runs = join(folder, 'state', account, scenario.region, scenario.cluster.name);
    return { cluster, kubelets, eks, folder, types, runs, failures, end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function ended(it: Command): Promise<void> {
  it.kill('SIGKILL');
  await it.outcome;
}

function typist(folder: string, { cluster, region }: Scenario, awsUrl: string, commands: Command[]) {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    AWS_ENDPOINT_URL: awsUrl,
    AWS_ACCESS_KEY_ID: RUNNER_KEY,
    AWS_SECRET_ACCESS_KEY: 'real',
    AWS_REGION: region,
    AWS_EC2_METADATA_DISABLED: 'true',
    NO_COLOR: '1',
  };
  return (
    words: readonly string[],
    { flags = [], env: more = {}, hangsAfterMs = HANGS_AFTER_MS }: How = {},
  ): Command => {
    const where = ['--cluster', cluster.name, '--state', join(folder, 'state')];
    const it = command([...flags, UPGRADE, ...words, ...where], { ...env, ...more }, hangsAfterMs);
    commands.push(it);
    return it;
  };
}
