import type { WireAnswer } from '../answer.ts';

interface Details {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly causes?: readonly { readonly reason: string; readonly message: string }[];
  readonly retryAfterSeconds?: number;
}

/** A Status object that refuses; `reason` is left out where the server gives none. */
export function refusal(code: number, reason: string | null, message: string, details?: Details): WireAnswer {
  const retryAfter = details?.retryAfterSeconds;
  return {
    status: code,
    ...(retryAfter !== undefined && { headers: { 'retry-after': String(retryAfter) } }),
    body: {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message,
      ...(reason !== null && { reason }),
      ...(details && { details }),
      code,
    },
  };
}

/** `pods "x" not found`; `poddisruptionbudgets.policy "x" not found` for other groups than the core one. */
export function notFound(group: string, resource: string, name: string): WireAnswer {
  return refusal(
    404,
    'NotFound',
    `${qualified(group, resource)} "${name}" not found`,
    detailsOf(group, resource, name),
  );
}

export const unknownResource = (): WireAnswer =>
  refusal(404, 'NotFound', 'the server could not find the requested resource', {});

/** Text, not a Status: no part of the API server feels responsible. */
export const unknownPath = (): WireAnswer => ({ status: 404, body: '404 page not found\n' });

export const alreadyExists = (group: string, resource: string, name: string): WireAnswer =>
  refusal(
    409,
    'AlreadyExists',
    `${qualified(group, resource)} "${name}" already exists`,
    detailsOf(group, resource, name),
  );

export const conflict = (group: string, resource: string, name: string, why: string): WireAnswer =>
  refusal(
    409,
    'Conflict',
    `Operation cannot be fulfilled on ${qualified(group, resource)} "${name}": ${why}`,
    detailsOf(group, resource, name),
  );

export const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again';

export const badRequest = (message: string): WireAnswer => refusal(400, 'BadRequest', message);

export const accepted = (code: 200 | 201): WireAnswer => ({
  status: code,
  body: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', ...(code === 201 && { code }) },
});

export const detailsOf = (group: string, resource: string, name: string): Details => ({
  name,
  ...(group !== '' && { group }),
  kind: resource,
});

export const qualified = (group: string, resource: string): string =>
  group === '' ? resource : `${resource}.${group}`;
