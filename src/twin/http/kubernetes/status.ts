import type { WireAnswer } from '../../api/answer.ts';

/** A refusal as a meta/v1 Status, as the front of an API server gives it before any object is looked at. */
export const failure = (code: number, reason: string, message: string): WireAnswer => ({
  status: code,
  body: { ...status(message, reason), details: {}, code },
});

const status = (message: string, reason: string) =>
  ({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason }) as const;

/** No token, or not a valid one. */
export const unauthorized = (): WireAnswer => ({
  status: 401,
  body: { ...status('Unauthorized', 'Unauthorized'), code: 401 },
});

/** A resource, subresource or version that this server does not have. */
export const unknownResource = (): WireAnswer =>
  failure(404, 'NotFound', 'the server could not find the requested resource');

/** A path that belongs to no API. Real servers answer it as plain text. */
export { unknownPath } from '../../api/kubernetes/status.ts';

/** A verb that the resource does not have. */
export const methodNotAllowed = (): WireAnswer =>
  failure(405, 'MethodNotAllowed', 'the server does not allow this method on the requested resource');
