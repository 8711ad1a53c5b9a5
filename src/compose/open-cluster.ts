import { openAws } from '#adapters/aws/open';
import type { Changes } from '#adapters/clock/changes';
import type { Login } from '#adapters/kubernetes/login';
import { openKubernetes } from '#adapters/kubernetes/open';
import { tokenLogin } from '#adapters/kubernetes/token-login';
import type { Cluster } from '#domain/eks/cluster';
import type { Notify } from '#messages/message';
import type { Time } from '#ports/time';
import type { OpenCluster, Reach } from './composition.ts';
import { accountAndRegion, describedCluster } from './described-cluster.ts';
import { ofThisCluster } from './of-this-cluster.ts';
import { refuseElsewhere } from './refuse-elsewhere.ts';

interface Around {
  readonly changes: Changes;
  readonly time: Time;
  readonly notify: Notify;
}

/** Opens AWS and Kubernetes; throws (exit 3) when the cluster does not answer. */
export async function openCluster(reach: Reach, { changes, time, notify }: Around): Promise<OpenCluster> {
  const { profile, region } = reach;
  const aws = await openAws({
    ...(profile === undefined ? {} : { profile }),
    ...(region === undefined ? {} : { region }),
  });
  try {
    const cluster = describedCluster(await aws.eks.describeCluster(reach.cluster), reach.cluster, aws.region);
    const login = await loginFor(reach, cluster, aws);
    refuseElsewhere(login.server, cluster, reach.accepted);
    const kubernetes = await openKubernetes({ login, changes, now: () => time.now() });
    return {
      ports: { eks: ofThisCluster(aws.eks, cluster), ec2: aws.ec2, kubernetes, time, notify },
      cluster,
      ...accountAndRegion(cluster.arn),
      close: async () => {
        await kubernetes.close();
        aws.close();
      },
    };
  } catch (error) {
    aws.close();
    throw error;
  }
}

type Aws = Awaited<ReturnType<typeof openAws>>;

/** A kubeconfig where one was named, else a token made of the AWS credentials. */
async function loginFor(
  { kubeconfig, context }: Reach,
  cluster: Cluster,
  { region, credentials }: Aws,
): Promise<Login> {
  if (kubeconfig === undefined && context === undefined) return tokenLogin({ cluster, region, credentials });
  const { kubeconfigLogin } = await import('#adapters/kubernetes/kubeconfig-login');
  return kubeconfigLogin({
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(context === undefined ? {} : { context }),
  });
}
