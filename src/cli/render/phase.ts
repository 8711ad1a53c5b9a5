const TITLES: Readonly<Record<string, string>> = {
  startQuestion: 'gate before the control plane',
  holdCluster: 'hold the cluster',
  addonFloors: 'add-ons before the control plane',
  addonsBeforeDelete: 'add-ons before the delete',
  deleteQuestion: 'gate before the delete of the old nodes',
  addonsAfterDelete: 'add-ons',
  releaseCluster: 'release the cluster',
};

/** The phase a state belongs to, for people: `work.drain.emptying` → `drain`. */
export function phaseOf(state: string): string {
  const words = state.split('.');
  const key = words[0] === 'work' ? (words[1] ?? words[0]) : (words[0] ?? state);
  return TITLES[key] ?? inWords(key);
}

/** A state for people: `work.drain.choosingNode` → `drain, choosing node`. */
export function stateInWords(state: string): string {
  const words = state.split('.');
  const rest = words.slice(words[0] === 'work' ? 2 : 1).map(inWords);
  return [phaseOf(state), ...rest].join(', ');
}

const inWords = (key: string): string => key.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
