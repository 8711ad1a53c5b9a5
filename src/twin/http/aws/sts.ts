import type { Reply } from '../exchange.ts';
import { xml } from './ec2.ts';
import { toXml } from './xml.ts';

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/';

/** GetCallerIdentity: https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
export function answerSts(callerArn: string, requestId: string): Reply {
  const inner = toXml({
    GetCallerIdentityResult: { Arn: callerArn, UserId: 'AIDATWINOPERATOR', Account: callerArn.split(':')[4] ?? '' },
    ResponseMetadata: { RequestId: requestId },
  });
  return xml(200, `<GetCallerIdentityResponse xmlns="${NAMESPACE}">${inner}</GetCallerIdentityResponse>`);
}
