import { describe, expect, it } from 'vitest';
import { clusterToken } from '#adapters/kubernetes/token';
import { reviewToken } from './token-review.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const ENTRIES = new Map([['AKIAEXAMPLEEXAMPLE00', { username: 'upgrade', groups: ['upgrade-runners'] }]]);

const review = async (accessKeyId: string, signedAt: number) => {
  const token = await clusterToken({
    cluster: 'prod',
    region: 'eu-central-1',
    credentials: { accessKeyId, secretAccessKey: 'secret' },
    signingDate: new Date(signedAt),
  });
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } };
  return reviewToken(body, ENTRIES, NOW) as { readonly status: object };
};

describe('the authenticator in front of a real API server', () => {
  it('knows the owner of an access key by the token that upgrade makes', async () => {
    expect((await review('AKIAEXAMPLEEXAMPLE00', NOW)).status).toEqual({
      authenticated: true,
      user: { username: 'upgrade', uid: 'upgrade', groups: ['upgrade-runners'] },
    });
  });

  it('does not know a key without an access entry', async () => {
    expect((await review('AKIASOMEBODYELSE0000', NOW)).status).toMatchObject({ authenticated: false });
  });

  it('refuses a token that is older than 15 minutes', async () => {
    expect((await review('AKIAEXAMPLEEXAMPLE00', NOW - 16 * 60_000)).status).toMatchObject({ authenticated: false });
  });
});
