import { describe, expect, it } from 'vitest';
import { clusterToken, stsHost } from '#adapters/kubernetes/token';
import { tokenLogin } from '#adapters/kubernetes/token-login';
import { isEksToken } from '#twin/http/kubernetes/eks-token';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret', sessionToken: 'se+ss/ion=' };
const signingDate = new Date('2026-12-01T10:00:00Z');

const urlOf = (token: string): URL => new URL(Buffer.from(token.replace(/^k8s-aws-v1\./, ''), 'base64url').toString());

describe('the token for a cluster', () => {
  it('is a presigned GetCallerIdentity that signs the name of the cluster', async () => {
    const token = await clusterToken({ cluster: 'ekstest', region: 'ap-northeast-1', credentials, signingDate });
    expect(token).toMatch(/^k8s-aws-v1\.[\w-]+$/);
    const { host, pathname, searchParams } = urlOf(token);
    expect([host, pathname]).toEqual(['sts.ap-northeast-1.amazonaws.com', '/']);
    expect(Object.fromEntries(searchParams)).toEqual({
      Action: 'GetCallerIdentity',
      Version: '2011-06-15',
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'AKIDEXAMPLE/20261201/ap-northeast-1/sts/aws4_request',
      'X-Amz-Date': '20261201T100000Z',
      'X-Amz-Expires': '60',
      'X-Amz-Security-Token': 'se+ss/ion=',
      'X-Amz-SignedHeaders': 'host;x-k8s-aws-id',
      'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is what the served twin takes for a token of EKS', async () => {
    const token = await clusterToken({ cluster: 'ekstest', region: 'eu-west-1', credentials, signingDate });
    expect(isEksToken(token, signingDate.getTime() + 60_000)).toBe(true);
  });

  it('names the host of the partition that the region is in', () => {
    expect(stsHost('cn-north-1')).toBe('sts.cn-north-1.amazonaws.com.cn');
    expect(stsHost('us-gov-west-1')).toBe('sts.us-gov-west-1.amazonaws.com');
    expect(stsHost('us-isob-east-1')).toBe('sts.us-isob-east-1.sc2s.sgov.gov');
  });
});

describe('the way in by AWS credentials', () => {
  const cluster = {
    name: 'ekstest',
    endpoint: 'https://api.test',
    certificateAuthority: Buffer.from('PEM').toString('base64'),
  };
  const at = (now: () => number, given = async () => credentials as never) =>
    tokenLogin({ cluster, region: 'eu-west-1', credentials: given, now });
  const header = async (login: ReturnType<typeof at>) => {
    const answer = await login.credentials();
    return answer.kind === 'value' ? (answer.value.headers as Record<string, string>).Authorization : answer;
  };

  it('takes address and certificate from the cluster', async () => {
    const login = at(() => 0);
    expect(login.server).toBe('https://api.test');
    expect(await login.credentials()).toMatchObject({ value: { ca: 'PEM' } });
  });

  it('keeps a token, makes another one before the first is 14 minutes old, and at once when it was refused', async () => {
    let now = signingDate.getTime();
    const login = at(() => now);
    const first = await header(login);
    now += 12 * 60_000;
    expect(await header(login)).toBe(first);
    now += 90_000;
    const second = await header(login);
    expect(second).not.toBe(first);
    now += 1_000;
    const refused = await login.credentials();
    if (refused.kind === 'value') login.renew(refused.value);
    const third = await header(login);
    expect(third).not.toBe(second);
    now += 1_000;
    if (refused.kind === 'value') login.renew(refused.value);
    expect(await header(login)).toBe(third);
  });

  it('answers with the code of the credentials that cannot be had, and asks again the next time', async () => {
    let isExpired = true;
    const expired = Object.assign(new Error('the SSO session has expired'), { name: 'CredentialsProviderError' });
    const login = at(
      () => 0,
      async () => {
        if (isExpired) throw expired;
        return credentials as never;
      },
    );
    expect(await login.credentials()).toMatchObject({ kind: 'refused', status: 401, code: 'CredentialsProviderError' });
    isExpired = false;
    expect((await login.credentials()).kind).toBe('value');
  });
});
