import type { RealCase } from '../real-case.ts';
import { answersOfVersions } from './answers-of-versions.ts';
import { contractOnServer } from './contract-on-server.ts';
import { drainedByKubectl } from './drained-by-kubectl.ts';
import { killedAtEachRecord } from './killed-at-each-record.ts';
import { pausedKilledAborted } from './paused-killed-aborted.ts';
import { policyMissing } from './policy-missing.ts';
import { removedApiInUse } from './removed-api-in-use.ts';
import { serverAway, serverRestarted } from './server-away.ts';
import { silentKubelet } from './silent-kubelet.ts';
import { stuckNode } from './stuck-node.ts';
import { wholeHop } from './whole-hop.ts';

/** Everything that is shown on a real control plane, the whole hop first. */
export const CASES: readonly RealCase[] = [
  wholeHop,
  drainedByKubectl,
  policyMissing,
  removedApiInUse,
  pausedKilledAborted,
  killedAtEachRecord,
  serverRestarted,
  serverAway,
  silentKubelet,
  stuckNode,
  contractOnServer,
  answersOfVersions,
];
