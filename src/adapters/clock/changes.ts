/** Where the shared stores say what they have seen, and a clock learns that the world has changed. */
export interface Changes {
  /** Registers a store. */
  follow(): Follower;
  /** Somebody looks at the stores now: what has changed so far is known. */
  looked(): void;
  /** How many changes there have been, in all and up to the last look. */
  counts(): { readonly all: number; readonly looked: number };
  /** The smallest resourceVersion up to which all open stores have seen everything; null while none is open. */
  seen(): string | null;
  /** Calls `listener` after each change and each advance; returns how to stop. */
  listen(listener: () => void): () => void;
}

/** One store, as the clock knows it. */
export interface Follower {
  /** An object came, went, or became different. */
  changed(): void;
  /** Everything up to this resourceVersion has been seen. */
  advanced(resourceVersion: string): void;
  close(): void;
}

/** A new meeting point of stores and clock. */
export function createChanges(): Changes {
  const versions = new Map<object, string>();
  const listeners = new Set<() => void>();
  let all = 0;
  let looked = 0;
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  const count = () => {
    all++;
    tell();
  };
  return {
    follow: () => follower(versions, count, tell),
    looked: () => {
      looked = all;
    },
    counts: () => ({ all, looked }),
    seen: () => smallest([...versions.values()]),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function follower(versions: Map<object, string>, changed: () => void, tell: () => void): Follower {
  const key = {};
  return {
    changed,
    advanced: (resourceVersion) => {
      versions.set(key, resourceVersion);
      tell();
    },
    close: () => {
      versions.delete(key);
      tell();
    },
  };
}

/** True when `a` is as new as `b`. Versions are decimal numbers of any length (https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions). */
export const isAsNewAs = (a: string, b: string): boolean => BigInt(a) >= BigInt(b);

function smallest(versions: readonly string[]): string | null {
  return versions.reduce<string | null>((least, it) => (least === null || isAsNewAs(least, it) ? it : least), null);
}
