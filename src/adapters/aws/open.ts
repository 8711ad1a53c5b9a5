import { EC2Client } from '@aws-sdk/client-ec2';
import { EKSClient } from '@aws-sdk/client-eks';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Ec2 } from '#ports/ec2';
import type { Eks } from '#ports/eks';
import { type Credentials, credentialsOf, regionOf } from './credentials.ts';
import { createEc2 } from './ec2.ts';
import { createEks } from './eks.ts';
import { refuseUnknownProfile } from './known-profile.ts';
import { proxyAgent } from './proxy.ts';

/** What one AWS account and region offers to us. */
export interface Aws {
  readonly region: string;
  readonly credentials: Credentials;
  readonly eks: Eks;
  readonly ec2: Ec2;
  close(): void;
}

export interface AwsOptions {
  /** A profile of the shared configuration; default: AWS_PROFILE, then the SDK's chain. */
  readonly profile?: string;
  /** Default: AWS_REGION, then the profile's. */
  readonly region?: string;
  /** Default: the environment of the process. Only the proxy variables are read from it. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** Opens AWS with the SDK's own chain. Endpoints are overridden by AWS_ENDPOINT_URL and AWS_ENDPOINT_URL_<SERVICE> alone. */
export async function openAws({ environment = process.env, ...of }: AwsOptions): Promise<Aws> {
  if (of.profile !== undefined) await refuseUnknownProfile(of.profile, environment);
  const requestHandler = await handler(environment);
  // Three attempts with back-off: the SDK's standard mode.
  const settings = { ...of, requestHandler, maxAttempts: 3, retryMode: 'standard' };
  const eks = new EKSClient(settings);
  const region = await regionOf(eks);
  const ec2 = new EC2Client({ ...settings, region, credentials: eks.config.credentials });
  const close = () => {
    for (const client of [eks, ec2]) client.destroy();
  };
  return { region, credentials: credentialsOf(eks), eks: createEks(eks), ec2: createEc2(ec2), close };
}

async function handler(environment: NodeJS.ProcessEnv): Promise<NodeHttpHandler> {
  const agent = await proxyAgent(environment, { keepAlive: true });
  return new NodeHttpHandler({
    connectionTimeout: 5_000,
    requestTimeout: 30_000,
    // Without this the handler only warns.
    throwOnRequestTimeout: true,
    ...(agent && { httpAgent: agent, httpsAgent: agent }),
  });
}
