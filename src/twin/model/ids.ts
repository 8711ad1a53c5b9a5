import { createHash } from 'node:crypto';

/** Names that look random and are not: the same seed and key give the same, the second use of a key another one. */
export class Ids {
  readonly #seed: string;
  readonly #uses = new Map<string, number>();
  readonly #taken: ReadonlySet<string>;

  /** `taken`: ids that are in use already. A snapshot of a twin has the very ids that the same seed makes. */
  constructor(seed: string, taken: ReadonlySet<string> = new Set()) {
    this.#seed = seed;
    this.#taken = taken;
  }

  /** In the form of a version 4 UUID; never one that is taken. */
  uuid(key: string): string {
    for (;;) {
      const made = this.#uuid(key);
      if (!this.#taken.has(made)) return made;
    }
  }

  #uuid(key: string): string {
    const hex = this.#digest(`uuid ${key}`);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  /** Five letters as Kubernetes appends to generated names. */
  suffix(key: string): string {
    return safeLetters(this.#digest(`suffix ${key}`), 5);
  }

  hex(key: string, length: number): string {
    return this.#digest(`hex ${key}`).slice(0, length);
  }

  #digest(key: string): string {
    const use = this.#uses.get(key) ?? 0;
    this.#uses.set(key, use + 1);
    return createHash('sha256').update(`${this.#seed}\n${key}\n${use}`).digest('hex');
  }
}

/** The hash of a pod template, as in the label `pod-template-hash`. */
export const templateHash = (canonical: string): string =>
  safeLetters(createHash('sha256').update(canonical).digest('hex'), 10);

// Kubernetes leaves vowels out so that no bad words arise (apimachinery, util/rand).
const SAFE = 'bcdfghjklmnpqrstvwxz2456789';

function safeLetters(hex: string, length: number): string {
  let text = '';
  for (let index = 0; index < length; index++)
    text += SAFE[Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16) % SAFE.length];
  return text;
}
