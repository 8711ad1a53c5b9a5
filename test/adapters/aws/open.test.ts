import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openAws } from '#adapters/aws/open';
import { EXIT } from '#errors/exit-codes';
import { awsServer, eksReply } from '../../builders/aws-server.ts';
import { proxyServer } from '../../builders/proxy-server.ts';

beforeEach(() => {
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_PROFILE', 'AWS_ENDPOINT_URL'])
    vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_CONFIG_FILE', '/nowhere/config');
  vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere/credentials');
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it('takes the region of the environment unless another is named', async () => {
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  expect((await openAws({ environment: {} })).region).toBe('eu-west-1');
  expect((await openAws({ region: 'ap-northeast-1', environment: {} })).region).toBe('ap-northeast-1');
});

it('says how to name a region when there is none', async () => {
  await expect(openAws({ environment: {} })).rejects.toMatchObject({
    code: 'NoRegion',
    hint: expect.stringContaining('--region'),
    exit: EXIT.usage,
  });
});

it('goes where AWS_ENDPOINT_URL points, and for one service where AWS_ENDPOINT_URL_<SERVICE> points', async () => {
  const everything = await awsServer(() => [
    200,
    'text/xml',
    '<DescribeSubnetsResponse><subnetSet/></DescribeSubnetsResponse>',
  ]);
  const eksOnly = await awsServer(() => eksReply(200, { nodegroups: ['a'] }));
  vi.stubEnv('AWS_ENDPOINT_URL', everything.url);
  vi.stubEnv('AWS_ENDPOINT_URL_EKS', eksOnly.url);
  const aws = await openAws({ region: 'eu-west-1', environment: {} });
  expect(await aws.eks.listNodegroups('ekstest')).toEqual({ kind: 'value', value: ['a'] });
  await aws.ec2.describeSubnets(['subnet-a']);
  expect([everything.asked.length, eksOnly.asked.length]).toEqual([1, 1]);
  aws.close();
});

it('tries three times when the service is throttling', async () => {
  const server = await awsServer(() => eksReply(429, { message: 'Rate exceeded' }, 'ThrottlingException'));
  vi.stubEnv('AWS_ENDPOINT_URL', server.url);
  const aws = await openAws({ region: 'eu-west-1', environment: {} });
  expect(await aws.eks.listNodegroups('ekstest')).toMatchObject({
    kind: 'refused',
    status: 429,
    code: 'ThrottlingException',
  });
  expect(server.asked).toHaveLength(3);
});

it('answers with the code of the provider when there are no credentials', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
  vi.stubEnv('HOME', '/nowhere');
  const aws = await openAws({ region: 'eu-west-1', environment: {} });
  expect(await aws.eks.listNodegroups('ekstest')).toMatchObject({
    kind: 'refused',
    status: 401,
    code: 'CredentialsProviderError',
  });
});

it('goes through the proxy of the environment', async () => {
  const proxy = await proxyServer(1, eksReply(200, { nodegroups: ['behind-the-proxy'] }));
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://eks.test');
  const aws = await openAws({ region: 'eu-west-1', environment: { HTTP_PROXY: proxy.url } });
  expect(await aws.eks.listNodegroups('ekstest')).toEqual({ kind: 'value', value: ['behind-the-proxy'] });
  expect(proxy.asked).toEqual(['GET http://eks.test/clusters/ekstest/node-groups']);
});
