import type { Message } from '#messages/message';
import type { Answer, Refused } from '#ports/answer';
import type { Ec2 } from '#ports/ec2';
import type { Eks } from '#ports/eks';
import type { Kubernetes } from '#ports/kubernetes';
import type { Slice, StepPorts } from '#steps/step';

interface Wish {
  readonly eks?: Partial<Eks>;
  readonly ec2?: Partial<Ec2>;
  readonly kubernetes?: Partial<Kubernetes>;
}

export interface FakePorts extends StepPorts {
  /** `eks.describeCluster`, in order. */
  readonly calls: string[];
  readonly messages: Message[];
}

const START = Date.parse('2021-12-04T08:30:38Z');

/** Ports that answer only what the test says, write down each call, and whose clock moves when somebody waits. */
export function fakePorts(wish: Wish): FakePorts {
  const calls: string[] = [];
  const messages: Message[] = [];
  let now = START;
  return {
    calls,
    messages,
    eks: noted('eks', wish.eks ?? {}, calls),
    ec2: noted('ec2', wish.ec2 ?? {}, calls),
    kubernetes: noted('kubernetes', wish.kubernetes ?? {}, calls),
    notify: (message) => void messages.push(message),
    time: {
      now: () => now,
      until: async (instant, signal) => {
        if (signal?.aborted) return 'interrupted';
        now = Math.max(now, instant);
        return 'due';
      },
    },
  };
}

/** A slice of 50 s from the start of the fake clock. */
export function aSlice(wish: Partial<Slice> = {}): Slice {
  const { signal } = new AbortController();
  return {
    token: 'token-1',
    scheduledAt: START,
    end: START + 50_000,
    troubledSince: () => START,
    told: new Map(),
    signal,
    waits: () => {},
    ...wish,
  };
}

export const refused = (status: number, code: string, message = code): Refused => ({
  kind: 'refused',
  status,
  code,
  message,
  causes: [],
});

export const gone = (what: string): Refused => refused(404, 'ResourceNotFoundException', `No ${what} found.`);

/** Gives the answers one after another; the last one stays. */
export function answers<T>(...list: readonly Answer<T>[]): () => Promise<Answer<T>> {
  let next = 0;
  return async () => {
    const answer = list[Math.min(next, list.length - 1)];
    next += 1;
    if (!answer) throw new TypeError('a fake needs at least one answer');
    return answer;
  };
}

function noted<Port extends object>(name: string, given: Partial<Port>, calls: string[]): Port {
  return new Proxy(given, {
    get: (target, key) => {
      const method = Reflect.get(target, key) as unknown;
      if (typeof method !== 'function')
        throw new TypeError(`the test does not say what ${name}.${String(key)} answers`);
      return (...args: readonly unknown[]) => {
        calls.push(`${name}.${String(key)}`);
        return Reflect.apply(method, target, args);
      };
    },
  }) as Port;
}
