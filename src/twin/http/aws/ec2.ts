import type { WireAnswer } from '../../api/answer.ts';
import { type Reply, type Stream, toReply } from '../exchange.ts';
import { toXml } from './xml.ts';

const NAMESPACE = 'http://ec2.amazonaws.com/doc/2016-11-15/';

/** An answer of the EC2 face as XML; the body of a refusal is `{ Errors: [{ Code, Message }] }`. */
export const answerEc2 = (action: string, answer: WireAnswer, requestId: string): Reply | Stream =>
  toReply(answer, (it) => inXml(action, it, requestId));

function inXml(action: string, answer: WireAnswer, requestId: string): Reply {
  if (answer.status >= 400) {
    const first = (answer.body as { Errors: readonly { Code: string; Message: string }[] }).Errors[0];
    return ec2Error(answer.status, first?.Code ?? 'InternalError', first?.Message ?? '', requestId);
  }
  const inner = toXml({ requestId, ...(answer.body as object) });
  return xml(answer.status, `<${action}Response xmlns="${NAMESPACE}">${inner}</${action}Response>`);
}

/** A refusal of EC2: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html */
export function ec2Error(status: number, code: string, message: string, requestId: string): Reply {
  const inner = toXml({ Errors: { Error: { Code: code, Message: message } }, RequestID: requestId });
  return xml(status, `<Response>${inner}</Response>`);
}

/** A reply with an XML body. */
export const xml = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/xml;charset=UTF-8' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});
