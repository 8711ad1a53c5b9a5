import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import { describe, expect, it } from 'vitest';
import { isEksToken } from '#twin/http/kubernetes/eks-token';

const SIGNED_AT = Date.parse('2026-12-01T12:00:00Z');
const MINUTE = 60_000;

interface Presign {
  readonly action?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly hostname?: string;
}

/** A token as the AWS CLI makes it. */
async function tokenOf({
  action = 'GetCallerIdentity',
  headers = { 'x-k8s-aws-id': 'ekstest' },
  hostname,
}: Presign = {}) {
  const host = hostname ?? 'sts.ap-northeast-1.amazonaws.com';
  const signer = new SignatureV4({
    service: 'sts',
    region: 'ap-northeast-1',
    credentials: { accessKeyId: 'AKIATWIN', secretAccessKey: 'secret' },
    sha256: Sha256,
  });
  const query = { Action: action, Version: '2011-06-15' };
  const request = {
    method: 'GET',
    protocol: 'https:',
    hostname: host,
    path: '/',
    query,
    headers: { host, ...headers },
  };
  const signed = await signer.presign(request, {
    expiresIn: 60,
    signingDate: new Date(SIGNED_AT),
    unhoistableHeaders: new Set(['x-k8s-aws-id']),
    unsignableHeaders: new Set(),
  });
  const parameters = new URLSearchParams(signed.query as Record<string, string>);
  return `k8s-aws-v1.${Buffer.from(`https://${host}/?${parameters}`).toString('base64url')}`;
}

describe('an EKS token', () => {
  it('is taken for 15 minutes', async () => {
    const token = await tokenOf();
    expect(isEksToken(token, SIGNED_AT + 14 * MINUTE)).toBe(true);
    expect(isEksToken(token, SIGNED_AT + 16 * MINUTE)).toBe(false);
  });

  it('is taken at any age where no clock judges it', async () => {
    expect(isEksToken(await tokenOf(), null)).toBe(true);
  });

  it('is refused when the cluster header is not signed', async () => {
    expect(isEksToken(await tokenOf({ headers: {} }), null)).toBe(false);
  });

  it('is refused for another action or another host', async () => {
    expect(isEksToken(await tokenOf({ action: 'AssumeRole' }), null)).toBe(false);
    expect(isEksToken(await tokenOf({ hostname: 'sts.example.com' }), null)).toBe(false);
  });

  it.each(['', 'k8s-aws-v1.', 'k8s-aws-v1.!!', `k8s-aws-v1.${Buffer.from('no url').toString('base64url')}`])(
    'is not "%s"',
    (token) => {
      expect(isEksToken(token, null)).toBe(false);
    },
  );
});
