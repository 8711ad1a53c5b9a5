import { classifyLack } from '#domain/answers/classify';
import { lackError } from '#domain/answers/lack-error';
import { boundFindings, brokenIn } from '#domain/preflight/bound-findings';
import type { ClusterFacts } from '#domain/preflight/facts';
import type { Finding } from '#domain/preflight/finding';
import { isAskedOfKubernetes } from '#domain/preflight/missing-fact';
import { SETTLING } from '#domain/preflight/replacement-ready';
import { chooseChecks, factsNeeded, runChecks } from '#domain/preflight/run-checks';
import { listSome } from '#errors/list-some';
import { PACE, poll } from '../answer/poll.ts';
import { waitFor } from '../answer/wait-for.ts';
import { type Again, done, type Slice } from '../step.ts';
import type { InputOf, Steps } from '../table.ts';
import { gatherFacts } from './gather-facts.ts';

type Input = InputOf<'check-cluster'>;

/** How long what may pass by itself is waited for before it blocks, ms. */
const PATIENCE_MS = 2 * 60_000;

/**
 * All checks, or those that guard one phase. At the start it comes to an end and says every finding, also that a fact
 * cannot be had. Later, before a phase, the run is under way: it waits for facts and for what may pass by itself, takes
 * credentials that are not accepted for a reason to pause, and says only what blocks.
 */
export const checkCluster: Steps['check-cluster'] = {
  describe: ({ cluster, phase }) =>
    phase === 'all' ? `check cluster ${cluster}` : `check cluster ${cluster} again before the phase ${phase}`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const facts = await gatherFacts(factsNeeded(chooseChecks(input)), input, ports, slice);
      const missing = input.phase === 'all' ? null : waitForFacts(facts, input, slice);
      if (missing !== null) return missing;
      const findings = runChecks(input, facts, input, input.accepted);
      const blocks = findings.filter(({ severity }) => severity === 'block');
      if (mayPass(blocks, input) && ports.time.now() < slice.troubledSince() + PATIENCE_MS)
        return wait(
          input,
          slice,
          'nothing blocks any more',
          blocks.map(({ why }) => why),
        );
      for (const { guards: _, ...finding } of input.phase === 'all' ? findings : blocks)
        ports.notify({ code: 'finding', data: finding });
      return done({
        findings: boundFindings(findings),
        blocked: blocks.length > 0,
        broken: input.phase === 'all' ? brokenIn(findings) : [],
      });
    }),
};

/** Null when every fact is there or lacks for good, which the checks say by a finding. */
function waitForFacts(facts: ClusterFacts, input: Input, slice: Slice): Again | null {
  const lacks: string[] = [];
  for (const [name, fact] of Object.entries(facts)) {
    if (fact === undefined || fact.kind === 'value') continue;
    const { kind, reason } = classifyLack(fact);
    if (kind === 'wait') lacks.push(`${name}: ${reason}`);
    const error = kind === 'credentials' ? lackError(fact, `check ${name} of cluster ${input.cluster}`) : null;
    if (error !== null) throw error;
  }
  return lacks.length === 0 ? null : wait(input, slice, 'the answers come', lacks);
}

const mayPass = (blocks: readonly Finding[], { phase }: Input): boolean =>
  blocks.length > 0 && blocks.every((it) => SETTLING.has(it.code) || (phase !== 'all' && isLateRight(it)));

/** Rights were there at the start; an API server that has just started denies them until it has read its roles. */
const isLateRight = ({ code, object }: Finding): boolean =>
  code === 'RIGHT_MISSING' || (code === 'FORBIDDEN' && isAskedOfKubernetes(object));

function wait({ phase }: Input, slice: Slice, endsWhen: string, because: readonly string[]): Again {
  return waitFor(slice, `the checks before the phase ${phase}`, endsWhen, listSome(because, '; ', 3));
}
