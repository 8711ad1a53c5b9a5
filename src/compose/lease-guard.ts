import { readHead, readHeader } from '#engine/read-log';
import type { Answer, Refused, Unknown } from '#ports/answer';
import type { Kubernetes, Lease } from '#ports/kubernetes';
import type { RunLog } from '#ports/record-log';
import type { Time } from '#ports/time';
import { isAbsent } from '#steps/answer/value-or-wait';
import { holderOf, LEASE, LOG, OWNER } from '#steps/cluster/lease';
import { type Fence, fenceMark } from '#steps/cluster/lease-fence';
import { goneOnElsewhere } from './lease-lost.ts';
import { refuseLostLease } from './refuse-lost-lease.ts';

/** How long a look at the Lease counts for acts that can be undone, ms: a node is cordoned and emptied by many small ones. */
const FRESH_MS = 30_000;

/** Our mark is gone: the Lease was made anew by hand, or by a version that did not mark it. */
const NOBODY: Fence = { seq: 0, owner: 'unknown' };

/** No answer about the Lease: the act is not done and gets this answer in place of its own. */
export type Unheld = Refused | Unknown;

interface Around {
  readonly kubernetes: Kubernetes;
  readonly log: RunLog;
  readonly time: Time;
  readonly owner: string;
  /** The operator has said that a Lease that is gone may be taken again. */
  readonly mayRetake: boolean;
}

/**
 * Holds the cluster for one runner. Before its first act the runner marks the Lease with its place in the log; from then on
 * every other copy of the log is behind that mark and may not act, and this runner stops at any mark but its own.
 */
export class LeaseGuard {
  readonly #around: Around;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #ours = false;
  #looking: Promise<Unheld | null> | null = null;
  #version = '';

  constructor(around: Around) {
    this.#around = around;
  }

  /** Null when the Lease is ours; throws (exit 5) when it is not. `lasting`: the act cannot be undone, so look now. `ensureOurs`: see `EngineSlice`. */
  ensureHeld(lasting: boolean, ensureOurs: () => Promise<void>): Promise<Unheld | null> {
    const age = this.#around.time.now() - this.#lookedAt;
    if (this.#ours && !lasting && age >= 0 && age < FRESH_MS) return Promise.resolve(null);
    // Evictions go out side by side; one look serves them all.
    this.#looking ??= this.#look(ensureOurs).finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** The Lease's resourceVersion as this guard has left it. */
  version(): string {
    return this.#version;
  }

  /** What the Lease says of this runner: how far its log has got, and where that is now. */
  async mark(): Promise<Readonly<Record<string, string>>> {
    const { log, owner } = this.#around;
    return { [LOG]: log.place, ...fenceMark({ seq: (await readHead(log))?.record.seq ?? 0, owner }) };
  }

  async #look(ensureOurs: () => Promise<void>): Promise<Unheld | null> {
    const { kubernetes, time } = this.#around;
    const at = time.now();
    const found = await kubernetes.getLease(LEASE);
    if (found.kind !== 'value' && !isAbsent(found)) return found;
    const lease = found.kind === 'value' ? found.value : null;
    this.#version = lease?.metadata.resourceVersion ?? '';
    const lack = (await this.#isOurs(lease)) ? null : await this.#take(lease, ensureOurs);
    if (lack !== null) return lack;
    this.#ours = true;
    this.#lookedAt = at;
    return null;
  }

  async #isOurs(lease: Lease | null): Promise<boolean> {
    const { log, owner, mayRetake } = this.#around;
    const run = await this.#run();
    const fence = await refuseLostLease(lease, { run, log, mayRetake: mayRetake && !this.#ours });
    if (this.#ours && fence?.owner !== owner) throw goneOnElsewhere(run, fence ?? NOBODY);
    return fence?.owner === owner;
  }

  async #take(lease: Lease | null, ensureOurs: () => Promise<void>): Promise<Unheld | null> {
    const mark = await this.mark();
    await ensureOurs();
    const answer = await this.#marked(lease, mark);
    if (answer.kind === 'value') {
      this.#version = answer.value.metadata.resourceVersion;
      return null;
    }
    // Somebody was faster: whoever acts has to look again, and the next look tells who it was.
    const { code, message } = answer;
    return answer.kind === 'refused' && answer.status === 409 ? { kind: 'unknown', code, message } : answer;
  }

  async #marked(lease: Lease | null, mark: Readonly<Record<string, string>>): Promise<Answer<Lease>> {
    const { kubernetes, log } = this.#around;
    const run = await this.#run();
    const resourceVersion = lease?.metadata.resourceVersion ?? '';
    if (lease !== null && holderOf(lease) === run)
      return kubernetes.markLease({ ...LEASE, resourceVersion, annotations: mark });
    const annotations = { [OWNER]: (await readHeader(log)).by, ...mark };
    const content = { ...LEASE, holderIdentity: run, annotations };
    return lease === null ? kubernetes.createLease(content) : kubernetes.takeLease({ ...content, resourceVersion });
  }

  async #run(): Promise<string> {
    return (await readHead(this.#around.log))?.record.run ?? '';
  }
}
