import { readFile } from 'node:fs/promises';

/** A request that the API server has answered, as its audit log has it (https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/). */
export interface AuditEvent {
  readonly stage: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly objectRef?: {
    readonly resource: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code?: number };
  readonly requestObject?: unknown;
}

/** All answered requests of one user, in the order of the log. A last line that is not whole yet is left out. */
export async function requestsOf(auditLog: string, username: string): Promise<readonly AuditEvent[]> {
  const lines = (await readFile(auditLog, 'utf8')).split('\n').slice(0, -1);
  return lines
    .map((line) => JSON.parse(line) as AuditEvent)
    .filter((it) => it.stage === 'ResponseComplete' && it.user.username === username);
}
