import { dirname } from 'node:path';
import type { Stage } from '../kill/stage.ts';

/** Takes out of a text what is different each time. */
export type Redact = (text: string) => string;

/** What differs between two plays of the same case: folders, ports, ids of runs and runners, people, times. */
export function redactor({ folder, twin }: Pick<Stage, 'folder' | 'twin'>): Redact {
  const ports = [twin.awsUrl, twin.kubernetesUrl].map((url) => new URL(url).host);
  return (text) => {
    const placed = [
      [folder, '<folder>'],
      [dirname(twin.kubeconfig), '<twin>'],
      ...ports.map((host) => [host, '<host>:<port>']),
    ].reduce((it, [from = '', to = '']) => it.replaceAll(from, to), text);
    return PATTERNS.reduce((it, [pattern, to]) => it.replace(pattern, to), placed);
  };
}

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b\d{8}-\d{6}-[0-9a-f]{4}\b/g, '<run>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '<instant>'],
  [/\b\d\d:\d\d:\d\d\b/g, 'hh:mm:ss'],
  [/\b(1080\d|10799) s (ahead|behind)/g, '<3 hours> $2'],
  [/\b(process|pid) \d+/g, '$1 <pid>'],
  [/\b[\w.-]+@[a-z][\w-]*(?=[:,;\s]|$)/g, '<who>@<host>'],
  [/\b127\.0\.0\.1:\d+/g, '<host>:<port>'],
  [/\b[0-9a-f]{64}\b/g, '<sha256>'],
  // Node's words for the same reset, by how far the answer had come.
  [/\b(aborted|socket hang up|read ECONNRESET) \[ECONNRESET\]/g, '<reset> [ECONNRESET]'],
];
