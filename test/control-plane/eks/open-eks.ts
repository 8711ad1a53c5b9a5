import type { Ec2 } from '#ports/ec2';
import type { Eks as EksPort } from '#ports/eks';
import { ec2Face } from '#twin/api/ec2-face';
import { eksFace } from '#twin/api/eks/eks-face';
import { stsFace } from '#twin/api/sts-face';
import { handleAws } from '#twin/http/aws/handle-aws';
import { followWall } from '#twin/http/control/follow-wall';
import { listen } from '#twin/http/listen';
import { machineClock } from '#twin/http/wall-clock';
import { Journal, journaled } from '#twin/journal';
import { takenByNodes } from '#twin/model/addresses';
import { World } from '#twin/model/world';
import { ec2Port } from '#twin/ports/ec2';
import { eksPort } from '#twin/ports/eks';
import { eksStateOf } from '#twin/scenario/expand';
import type { Scenario } from '#twin/scenario/schema';
import { TwinTime } from '#twin/time';
import { mirror } from './mirror.ts';
import { putObjects } from './put-objects.ts';
import { type RealParts, realClusterSide } from './real-cluster-side.ts';

/** EKS, EC2 and STS of the twin, with a real control plane behind them. */
export interface Eks {
  /** For AWS_ENDPOINT_URL. */
  readonly awsUrl: string;
  readonly world: World;
  readonly journal: Journal;
  /** The same services for steps of this process. */
  readonly ports: { readonly eks: EksPort; readonly ec2: Ec2 };
  close(): Promise<void>;
}

/** Opens EKS over a cluster that has just started, and brings the cluster into the scenario's state. Time is the wall clock's. */
export async function openEks(scenario: Scenario, parts: RealParts): Promise<Eks> {
  const { cluster, connection } = parts;
  const time = new TwinTime(Date.now());
  const world = new World(scenario, time, eksStateOf(scenario), realClusterSide(parts));
  Object.assign(world.eks.cluster, {
    endpoint: cluster.url,
    certificateAuthority: Buffer.from(cluster.caPem).toString('base64'),
  });
  const stopMirror = await mirror(world, connection);
  await putObjects(scenario, world.eks, parts);
  for (const subnet of world.eks.subnets.values()) subnet.freeWithoutNodes += takenByNodes(world, subnet);
  const wall = followWall(time, machineClock, () => undefined);
  const journal = new Journal();
  const perform = journaled(journal, () => time.now());
  const faces = { eks: eksFace(world, perform), ec2: ec2Face(world, perform), sts: stsFace(world, perform) };
  const handle = handleAws(faces);
  const aws = await listen({ host: '127.0.0.1', port: 0 }, Date.now, (incoming) => {
    wall.catchUp();
    return handle(incoming);
  });
  return {
    awsUrl: aws.url,
    world,
    journal,
    ports: { eks: eksPort(faces.eks), ec2: ec2Port(faces.ec2) },
    close: async () => {
      wall.stop();
      stopMirror();
      await aws.close();
    },
  };
}
