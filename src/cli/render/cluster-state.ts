/** What is true of the cluster while a run stands in a state; for people who have to decide at night. */
export function clusterState(state: string, from: string, to: string): string {
  const [outer, phase = '', step = ''] = state.split('.');
  if (outer === 'aborting') return GIVEN_UP;
  return (MEANS[`${phase}.${step}`] ?? MEANS[phase])?.(from, to) ?? 'see upgrade status';
}

const GIVEN_UP =
  'it is being given up: cordons, marks and sizes of this run are given back, perhaps not all of them yet; nothing is deleted';

type Told = (from: string, to: string) => string;

const untouched: Told = () => 'nothing was changed';
const empty: Told = (_, to) =>
  `control plane at ${to}; the pods were moved to new nodes; the old node groups were emptied and are still there`;

const beforeCordon: Told = (_, to) =>
  `control plane at ${to}; the new nodes are there; the old ones serve as before, or are cordoned where the drain had begun; none is deleted`;
const oneByOne: Told = (_, to) =>
  `control plane at ${to}; the pods were moved to new nodes; the old node groups are deleted one after another, each proved empty right before; one that a failure is named of still stands`;

const MEANS: Readonly<Record<string, Told>> = {
  preflight: untouched,
  startQuestion: untouched,
  holdCluster: () =>
    'nothing was changed but the Lease kube-system/eks-upgrade-runbook, which marks the cluster as held',
  addonFloors: (from) => `control plane at ${from}; add-ons may be newer than before`,
  controlPlane: (from, to) =>
    `the control plane goes from ${from} to ${to}; EKS ends an update that was started also without us; nodes are untouched`,
  'controlPlane.rechecking': (from) => `control plane at ${from}; no update was started; nodes are untouched`,
  'controlPlane.starting': (from) =>
    `control plane at ${from}, unless EKS has taken an update whose answer is missing; nodes are untouched`,
  'controlPlane.answering': (_, to) => `EKS says that the control plane is at ${to}; nodes are untouched`,
  newNodes: (_, to) => `control plane at ${to}; the old nodes serve as before; new node groups are being made`,
  drain: (_, to) =>
    `control plane at ${to}; pods move from the old nodes to the new ones; old nodes are cordoned, none is deleted`,
  addonsBeforeDelete: empty,
  bake: empty,
  deleteQuestion: empty,
  'drain.rechecking': beforeCordon,
  'drain.taintingLaterGroups': beforeCordon,
  'drain.surveyingGroup': beforeCordon,
  'drain.freezing': beforeCordon,
  'drain.resizing': beforeCordon,
  'drain.cordoning': beforeCordon,
  'oldNodes.rechecking': empty,
  'oldNodes.disappearing': (_, to) =>
    `control plane at ${to}; the pods were moved to new nodes; EKS was asked to delete an old node group, proved empty right before; those before it are gone, those after it still stand`,
  oldNodes: oneByOne,
  addonsAfterDelete: (_, to) => `control plane and nodes at ${to}; add-ons are being updated`,
  verify: (_, to) => `control plane, nodes and add-ons at ${to}; the result is being verified`,
  releaseCluster: (_, to) => `everything is at ${to}; only the Lease is still held`,
};
