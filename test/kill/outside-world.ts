import process from 'node:process';
import { openAws } from '#adapters/aws/open';
import { createChanges } from '#adapters/clock/changes';
import { kubeconfigLogin } from '#adapters/kubernetes/kubeconfig-login';
import { openKubernetes } from '#adapters/kubernetes/open';
import type { StartLine } from '../demo/started-twin.ts';
import { worldOf } from '../e2e/world.ts';

let before: Promise<unknown> = Promise.resolve();

/** The end state of a served twin, as the real clients see it. One after another: the SDK takes its endpoint from the environment. */
export function outsideWorld(twin: StartLine): Promise<unknown> {
  const world = before.then(() => read(twin));
  before = world.catch(() => undefined);
  return world;
}

async function read({ awsUrl, kubeconfig }: StartLine): Promise<unknown> {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: awsUrl,
    AWS_ACCESS_KEY_ID: 'AKIAEXAMPLEEXAMPLE00',
    AWS_SECRET_ACCESS_KEY: 'kill',
  });
  const aws = await openAws({ region: 'ap-northeast-1', environment: {} });
  const kubernetes = await openKubernetes({
    login: kubeconfigLogin({ kubeconfig }),
    changes: createChanges(),
    environment: {},
  });
  try {
    return await worldOf({ eks: aws.eks, kubernetes });
  } finally {
    await kubernetes.close();
    aws.close();
  }
}
