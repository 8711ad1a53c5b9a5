import type { WireAnswer } from '../../api/answer.ts';
import { type Reply, type Stream, toReply } from '../exchange.ts';
import { xml } from './ec2.ts';
import { toXml } from './xml.ts';

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/';

/** GetCallerIdentity: https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
export const answerSts = (answer: WireAnswer, requestId: string): Reply | Stream =>
  toReply(answer, ({ status, body }) => (status >= 400 ? refused(status, body, requestId) : told(body, requestId)));

function told(result: unknown, requestId: string): Reply {
  const inner = toXml({ GetCallerIdentityResult: result, ResponseMetadata: { RequestId: requestId } });
  return xml(200, `<GetCallerIdentityResponse xmlns="${NAMESPACE}">${inner}</GetCallerIdentityResponse>`);
}

function refused(status: number, body: unknown, requestId: string): Reply {
  const [first] = (body as { Errors: readonly { Code: string; Message: string }[] }).Errors;
  const error = { Type: status < 500 ? 'Sender' : 'Receiver', Code: first?.Code, Message: first?.Message };
  const inner = toXml({ Error: error, RequestId: requestId });
  return xml(status, `<ErrorResponse xmlns="${NAMESPACE}">${inner}</ErrorResponse>`);
}
