import { expect, it } from 'vitest';
import { ekstestTwin } from '../../builders/ekstest.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

it('what was broken over the wire is told to whoever has the control token', async () => {
  const twin = await serveForTest(ekstestTwin());
  const breaches = async (token: string) => {
    const answer = await fetch(`${twin.controlUrl}/breaches`, { headers: { authorization: `Bearer ${token}` } });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  expect(await breaches(twin.controlToken)).toEqual({ status: 200, body: [] });
  await fetch(`${twin.awsUrl}/clusters/ekstest/node-groups/managed-ng-20`, {
    method: 'DELETE',
    headers: { authorization: 'AWS4-HMAC-SHA256 signed' },
  });
  expect(await breaches(twin.controlToken)).toMatchObject({
    status: 200,
    body: expect.arrayContaining([
      expect.objectContaining({ rule: 'lease', operation: 'eks:DeleteNodegroup' }),
      expect.objectContaining({ rule: 'deletion', operation: 'eks:DeleteNodegroup' }),
    ]),
  });
  expect((await breaches('another')).status).toBe(401);
});
