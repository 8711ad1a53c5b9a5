import { toStored } from './api/kubernetes/served.ts';
import { twinFace } from './api/twin-face.ts';
import { DaemonSets } from './controllers/daemon-sets.ts';
import { Deployments } from './controllers/deployments.ts';
import { Disruption } from './controllers/disruption.ts';
import { modelledCluster } from './controllers/eks/modelled-cluster.ts';
import { fellNodegroup, raiseNodegroup } from './controllers/eks/nodegroup-lifecycle.ts';
import { followUpdate } from './controllers/eks/updates.ts';
import { Garbage } from './controllers/garbage.ts';
import { Kubelets } from './controllers/kubelets.ts';
import { NodeLeases } from './controllers/node-leases.ts';
import { NodeTaints } from './controllers/node-taints.ts';
import { ReplicaSets } from './controllers/replica-sets.ts';
import { Scheduler } from './controllers/scheduler.ts';
import { SilentNodes } from './controllers/silent-nodes.ts';
import { StatefulSets } from './controllers/stateful-sets.ts';
import { faulty } from './faults/faulty.ts';
import { happen } from './faults/happen.ts';
import { TwinFaults } from './faults/twin-faults.ts';
import { Journal, journaled } from './journal.ts';
import { takenByNodes } from './model/addresses.ts';
import type { WireObject } from './model/object.ts';
import type { Draft } from './model/store.ts';
import { World } from './model/world.ts';
import { Observer } from './observer/observer.ts';
import { ec2Port } from './ports/ec2.ts';
import { eksPort } from './ports/eks.ts';
import { kubernetesPort } from './ports/kubernetes.ts';
import { accessSchema } from './scenario/access-schema.ts';
import { eksStateOf, objectsOf } from './scenario/expand.ts';
import type { Scenario } from './scenario/schema.ts';
import { TwinTime } from './time.ts';

/** Somebody else may do everything. */
const EVERYTHING = accessSchema.parse({});

/** The model of a cluster: its face, its time, its journal, and the ports by which steps reach it in the same process. */
export type Twin = ReturnType<typeof openTwin>;

/** Sets a twin up in the state that the scenario describes. Nothing happens before somebody moves its time or calls it. */
export function openTwin(scenario: Scenario) {
  const time = new TwinTime(Date.parse(scenario.now));
  const world = new World(scenario, time, eksStateOf(scenario), modelledCluster);
  const disruption = addControllers(world);
  fill(world);
  const journal = new Journal();
  const now = () => time.now();
  const faults = new TwinFaults(world);
  const observer = new Observer(world, disruption.members);
  const asked = observer.over(faulty(journaled(journal, now), journal, now, faults));
  const face = twinFace(world, disruption.members, asked, () => world.access);
  const others = twinFace(world, disruption.members, journaled(journal, now, 'somebody-else'), () => EVERYTHING);
  faults.start((what) => happen(world, others, what));
  const ports = {
    eks: eksPort(face.eks),
    ec2: ec2Port(face.ec2),
    kubernetes: kubernetesPort(face.kubernetes, now, () => time.changed()),
  };
  return {
    face,
    time,
    journal,
    faults,
    ports,
    /** The face for somebody else, whose calls are marked so in the journal and judged by nobody. */
    others,
    /** From now on `choose` says which of several equally good nodes a pod gets. */
    drawLots: (choose: World['amongEquals']): void => {
      world.amongEquals = choose;
    },
    /** Where whoever uses the twin has broken a rule that keeps clusters safe. */
    breaches: () => observer.breaches(),
    /** The cluster's name and its AWS account. */
    identity: () => ({ cluster: world.eks.cluster.name, account: world.eks.cluster.arn.split(':')[4] ?? '' }),
    /** From now on DescribeCluster answers with this URL and this base64 of a PEM certificate authority. */
    setEndpoint: (url: string, certificateAuthority: string): void => {
      world.eks.cluster.endpoint = url;
      world.eks.cluster.certificateAuthority = certificateAuthority;
    },
  };
}

/** In the order in which they work in each round. */
function addControllers(world: World): Disruption {
  const disruption = new Disruption(world);
  const rest = [
    Garbage,
    NodeLeases,
    NodeTaints,
    SilentNodes,
    Deployments,
    ReplicaSets,
    StatefulSets,
    DaemonSets,
    Scheduler,
    Kubelets,
  ];
  for (const Part of rest) world.addController(new Part(world));
  world.addController(disruption);
  return disruption;
}

function fill(world: World): void {
  world.isSettlingIn = world.scenario.settled;
  for (const { resource, draft } of objectsOf(world.scenario, world.eks)) {
    world.store.create(resource, toStored(draft as WireObject) as Draft<WireObject>);
  }
  world.settle();
  world.isSettlingIn = false;
  world.isStarting = false;
  for (const subnet of world.eks.subnets.values()) subnet.freeWithoutNodes += takenByNodes(world, subnet);
  for (const update of world.eks.updates) if (update.status === 'InProgress') followUpdate(world, update);
  for (const group of world.eks.nodegroups.values()) {
    if (group.status === 'CREATING') raiseNodegroup(world, group);
    if (group.status === 'DELETING') fellNodegroup(world, group);
  }
  world.settle();
}
