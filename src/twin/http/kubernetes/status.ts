import { json, type Reply } from '../exchange.ts';

/** A meta/v1 Status of kind Failure as a reply. */
export function refuse(code: number, reason: string, message: string, details: unknown = {}): Reply {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason };
  return json(code, { ...status, ...(details === undefined ? {} : { details }), code });
}

/** No or no valid token. */
export const unauthorized = (): Reply => refuse(401, 'Unauthorized', 'Unauthorized', undefined);

/** A resource, subresource or version that this server does not have. */
export const unknownResource = (): Reply => refuse(404, 'NotFound', 'the server could not find the requested resource');

/** A path that belongs to no API. Real servers answer it as plain text. */
export const unknownPath = (): Reply => json(404, '404 page not found\n');

/** A verb that the resource does not have. */
export const methodNotAllowed = (): Reply =>
  refuse(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource');
