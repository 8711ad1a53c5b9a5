import { describe, expect, it } from 'vitest';
import { toAnswer } from '#adapters/kubernetes/answer';

const response = (status: number, type: string, text: string, headers = {}) => ({
  kind: 'response' as const,
  status,
  headers: { 'content-type': type, ...headers },
  text,
});
const json = (status: number, body: unknown, headers = {}) =>
  response(status, 'application/json', JSON.stringify(body), headers);

describe('what an API server answers', () => {
  it('keeps reason, message and causes of a budget that is exhausted', () => {
    const answer = toAnswer(
      json(429, {
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        reason: 'TooManyRequests',
        details: {
          causes: [
            {
              reason: 'DisruptionBudget',
              message: 'The disruption budget web needs 3 healthy pods and has 3 currently',
            },
          ],
        },
        code: 429,
      }),
    );
    expect(answer).toEqual({
      kind: 'refused',
      status: 429,
      code: 'TooManyRequests',
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      causes: [
        { reason: 'DisruptionBudget', message: 'The disruption budget web needs 3 healthy pods and has 3 currently' },
      ],
    });
  });

  it('is refused without a code when the Status has no reason, as with two budgets over one pod', () => {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    const answer = toAnswer(json(500, { kind: 'Status', status: 'Failure', message, code: 500 }));
    expect(answer).toEqual({ kind: 'refused', status: 500, code: '', message, causes: [] });
  });

  it('takes the seconds to wait from the details, else from the header', () => {
    const inDetails = { kind: 'Status', reason: 'Timeout', message: 'm', details: { retryAfterSeconds: 10 } };
    expect(toAnswer(json(504, inDetails, { 'retry-after': '3' }))).toMatchObject({ retryAfterSeconds: 10 });
    expect(
      toAnswer(response(429, 'text/plain', 'Too many requests, please try again later.\n', { 'retry-after': '1' })),
    ).toEqual({
      kind: 'refused',
      status: 429,
      code: '',
      message: 'Too many requests, please try again later.',
      causes: [],
      retryAfterSeconds: 1,
    });
  });

  it("is refused for a path that the server itself does not know, but unknown for anybody else's 404", () => {
    expect(toAnswer(response(404, 'text/plain; charset=utf-8', '404 page not found\n'))).toMatchObject({
      kind: 'refused',
      status: 404,
    });
    expect(toAnswer(response(404, 'text/plain', 'Not Found'))).toMatchObject({ kind: 'unknown', code: 'Unparsable' });
    expect(toAnswer(response(404, '', ''))).toMatchObject({ kind: 'unknown' });
    expect(toAnswer(json(404, { message: 'no Route matched' }))).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['an HTML page with status 404', 404, 'text/html', '<html><body>Not Found</body></html>'],
    ['an HTML page with status 200', 200, 'text/html', '<html><body>please log in</body></html>'],
    ['an HTML page that claims to be text', 403, 'text/plain', '<!DOCTYPE html><p>blocked'],
    ['an empty body', 400, '', ''],
    ['half a JSON document', 200, 'application/json', '{"items":[{"meta'],
    ['half a Status', 404, 'application/json', '{"kind":"Status","reason":"NotF'],
  ])('is unknown for %s', (_, status, type, text) => {
    expect(toAnswer(response(status, type, text))).toMatchObject({ kind: 'unknown', code: 'Unparsable' });
  });
});
