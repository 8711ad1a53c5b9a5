import type { EKSClient } from '@aws-sdk/client-eks';
import type { AwsCredentialIdentity } from '@smithy/types';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';

/** Gives credentials that are valid now; renewed by the SDK when they are about to expire. */
export type Credentials = () => Promise<AwsCredentialIdentity>;

/** The region as the SDK resolves it: `--region`, AWS_REGION, then the profile. */
export async function regionOf(client: EKSClient): Promise<string> {
  try {
    return await client.config.region();
  } catch (cause) {
    throw new UpgradeError('NoRegion', 'no AWS region is configured', {
      hint: 'name one with --region, AWS_REGION or in the profile',
      exit: EXIT.usage,
      cause,
    });
  }
}

/** The credentials of the client: the SDK's default chain, or that of the profile. */
export const credentialsOf =
  (client: EKSClient): Credentials =>
  () =>
    client.config.credentials();
