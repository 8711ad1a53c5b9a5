import { describe, expect, it } from 'vitest';
import { classifyLack } from '#domain/answers/classify';
import { lackError } from '#domain/answers/lack-error';

const refused = (status: number, code = '') => ({ kind: 'refused', status, code, message: 'words' }) as const;

describe('an answer without a value', () => {
  it.each([
    ['wait', refused(429, 'ThrottlingException')],
    ['wait', refused(400, 'Throttling')],
    ['wait', refused(500, 'ServerException')],
    ['wait', refused(503, 'ServiceUnavailableException')],
    ['wait', { kind: 'unknown', code: 'ECONNREFUSED', message: 'words' }],
    ['wait', { kind: 'unknown', code: 'Unparsable', message: '<html>' }],
    ['credentials', refused(401, 'Unauthorized')],
    ['credentials', refused(403, 'ExpiredTokenException')],
    ['credentials', { kind: 'unknown', code: 'CredentialsProviderError', message: 'words' }],
    ['forbidden', refused(403, 'AccessDeniedException')],
    ['absent', refused(404, 'ResourceNotFoundException')],
    ['conflict', refused(409, 'ResourceInUseException')],
    ['refused', refused(400, 'InvalidParameterException')],
  ] as const)('means %s: %o', (kind, answer) => {
    expect(classifyLack(answer).kind).toBe(kind);
  });

  it('keeps the words and the code of the system', () => {
    expect(classifyLack(refused(400, 'InvalidStateException')).reason).toBe('words [InvalidStateException, 400]');
  });

  it('is an error only when waiting does not help', () => {
    expect(lackError(refused(503), 'ask')).toBeNull();
    expect(lackError(refused(400, 'InvalidStateException'), 'ask')).toMatchObject({
      code: 'InvalidState',
      message: expect.stringContaining('words'),
    });
    expect(lackError(refused(403, 'ExpiredTokenException'), 'ask')).toMatchObject({
      code: 'CredentialsExpired',
      exit: 4,
    });
    expect(lackError(refused(418), 'ask')).toMatchObject({ code: 'Refused' });
  });

  it.each([
    [404, 'ResourceNotFoundException', 'NotFound'],
    [404, 'NotFound', 'NotFound'],
    [404, '', 'Refused'],
    [409, 'ResourceInUseException', 'Conflict'],
    [409, 'AlreadyExists', 'Conflict'],
    [400, 'ResourceLimitExceededException', 'ResourceLimitExceeded'],
    [400, 'InvalidParameterException', 'InvalidRequest'],
    [422, 'Invalid', 'InvalidRequest'],
    [405, 'MethodNotAllowed', 'Refused'],
  ])('of status %d and code "%s" is an error with the code %s and something to do', (status, code, expected) => {
    const error = lackError(refused(status, code), 'ask');
    expect(error?.code).toBe(expected);
    expect(error?.hint).toMatch(/retry/);
  });
});
