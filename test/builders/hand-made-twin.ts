import type { WireAnswer } from '#twin/api/answer';
import type { EksFace, KubernetesFace, WatchEvent } from '#twin/api/face';
import type { ServedTwin } from '#twin/http/served-twin';
import { TwinTime } from '#twin/time';

/** A face that keeps what it was asked and answers what a test gave it: for the wire alone, without a model. */
export interface HandMadeTwin extends ServedTwin {
  readonly time: TwinTime;
  /** Every call: verb and arguments. */
  readonly asked: { readonly verb: string; readonly args: readonly unknown[] }[];
  /** The answers by verb; a verb without one answers 200 `{}`. */
  readonly answers: Record<string, WireAnswer>;
  /** Where it was told that it is served. */
  readonly endpoint: { url: string; certificateAuthority: string };
  /** A change that all watches are told of. */
  change(event: WatchEvent): void;
  /** How many watches are open. */
  watching(): number;
}

/** Starts at 2026-12-01T00:00:00Z with resourceVersion 10. */
export function handMadeTwin(): HandMadeTwin {
  const time = new TwinTime(Date.parse('2026-12-01T00:00:00Z'));
  const asked: HandMadeTwin['asked'] = [];
  const answers: Record<string, WireAnswer> = {};
  const endpoint = { url: '', certificateAuthority: '' };
  const listeners = new Set<(event: WatchEvent) => void>();
  let newest = '10';

  const verb =
    (name: string) =>
    (...args: unknown[]): WireAnswer => {
      asked.push({ verb: name, args });
      return answers[name] ?? { status: 200, body: {} };
    };
  const kubernetes = {
    ...(verbs(['version', 'discover', 'get', 'list', 'create', 'replace', 'patch', 'remove', 'evict'], verb) as object),
    watch: (query: unknown, listener: (event: WatchEvent) => void) => {
      asked.push({ verb: 'watch', args: [query] });
      if (answers.watch !== undefined) return answers.watch;
      listeners.add(listener);
      return { stop: () => listeners.delete(listener) };
    },
    resourceVersion: () => newest,
  } as unknown as KubernetesFace;
  const eks = new Proxy({}, { get: (_, name) => verb(String(name)) }) as unknown as EksFace;

  return {
    face: {
      kubernetes,
      eks,
      ec2: verbs(['describeSubnets', 'describeInstanceTypes'], verb) as never,
      sts: { getCallerIdentity: () => ({ status: 200, body: { Account: '111122223333' } }) },
    },
    time,
    asked,
    answers,
    endpoint,
    identity: () => ({ cluster: 'ekstest', account: '111122223333' }),
    journal: { entries: () => asked },
    setEndpoint: (url, certificateAuthority) => Object.assign(endpoint, { url, certificateAuthority }),
    change: (event) => {
      newest = event.object.metadata.resourceVersion;
      for (const listener of [...listeners]) listener(event);
    },
    watching: () => listeners.size,
  };
}

const verbs = (names: readonly string[], verb: (name: string) => unknown): unknown =>
  Object.fromEntries(names.map((name) => [name, verb(name)]));
