import type { Phase } from '#domain/preflight/finding';

// Checks of these phases are repeated after a resume; before them nothing was changed, after them nothing can be spoilt.
const PHASES: Readonly<Record<string, Phase>> = {
  holdCluster: 'control-plane',
  addonFloors: 'addons',
  controlPlane: 'control-plane',
  newNodes: 'new-nodes',
  drain: 'drain',
  addonsBeforeDelete: 'addons',
  bake: 'delete-old-nodes',
  deleteQuestion: 'delete-old-nodes',
  oldNodes: 'delete-old-nodes',
  addonsAfterDelete: 'addons',
};

/** The phase whose checks guard a state of the procedure; null where none does. */
export const guardPhase = (state: string): Phase | null => PHASES[state.split('.')[1] ?? ''] ?? null;
