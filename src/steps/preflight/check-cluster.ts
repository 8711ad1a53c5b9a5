import { chooseChecks, factsNeeded, runChecks } from '#domain/preflight/run-checks';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';
import { gatherFacts } from './gather-facts.ts';

/** All checks, or those that guard one phase. Says every finding at the start; later, before a phase, only what blocks. */
export const checkCluster: Steps['check-cluster'] = {
  describe: ({ cluster, phase }) =>
    phase === 'all' ? `check cluster ${cluster}` : `check cluster ${cluster} again before the phase ${phase}`,
  run: async (input, ports, slice) => {
    const facts = await gatherFacts(factsNeeded(chooseChecks(input)), input, ports, slice);
    const findings = runChecks(input, facts, input, input.accepted);
    for (const { guards: _, ...finding } of findings) {
      if (input.phase === 'all' || finding.severity === 'block') ports.notify({ code: 'finding', data: finding });
    }
    return done({ findings, blocked: findings.some(({ severity }) => severity === 'block') });
  },
};
