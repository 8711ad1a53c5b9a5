import { budgets } from './budgets.ts';
import type { Check } from './check.ts';
import { clock } from './clock.ts';
import { freeAddresses } from './free-addresses.ts';
import { nodeGroupHealth } from './node-group-health.ts';
import { nodeInventory } from './node-inventory.ts';
import { podsCanMove } from './pods-can-move.ts';
import { psp } from './psp.ts';
import { reachabilityAndRights } from './reachability-and-rights.ts';
import { readinessBaseline } from './readiness-baseline.ts';
import { removedApis } from './removed-apis.ts';
import { replacementReady } from './replacement-ready.ts';
import { updateInFlight } from './update-in-flight.ts';
import { versionSkew } from './version-skew.ts';

/** Every check, in the order they are reported. A new one is a file beside this and a line here. */
export const CHECKS: readonly Check[] = [
  reachabilityAndRights,
  clock,
  nodeInventory,
  versionSkew,
  psp,
  removedApis,
  freeAddresses,
  budgets,
  podsCanMove,
  nodeGroupHealth,
  updateInFlight,
  readinessBaseline,
  replacementReady,
];
