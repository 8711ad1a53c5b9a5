import type { Reply } from '../exchange.ts';
import { xml } from './ec2.ts';
import { toXml } from './xml.ts';

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/';

/** GetCallerIdentity: https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
export function answerSts(account: string, requestId: string): Reply {
  const inner = toXml({
    GetCallerIdentityResult: {
      Arn: `arn:aws:iam::${account}:user/operator`,
      UserId: 'AIDATWINOPERATOR',
      Account: account,
    },
    ResponseMetadata: { RequestId: requestId },
  });
  return xml(200, `<GetCallerIdentityResponse xmlns="${NAMESPACE}">${inner}</GetCallerIdentityResponse>`);
}
