import type { Incoming, Reply, Stream } from '../exchange.ts';
import type { AwsFaces } from './aws-faces.ts';
import { answerEc2, ec2Error } from './ec2.ts';
import { answerSts } from './sts.ts';

/** One call of a query API: the form (or, for a presigned URL, the query) names action and version. */
export function handleQuery(faces: AwsFaces, incoming: Incoming, requestId: string): Reply | Stream {
  const form = new URLSearchParams(incoming.text === '' ? incoming.query : incoming.text);
  const action = form.get('Action') ?? '';
  switch (action) {
    case 'GetCallerIdentity':
      return answerSts(faces.sts.getCallerIdentity(), requestId);
    case 'DescribeSubnets':
      return answerEc2(action, faces.ec2.describeSubnets(indexed(form, 'SubnetId')), requestId);
    case 'DescribeInstanceTypes':
      return answerEc2(action, faces.ec2.describeInstanceTypes(indexed(form, 'InstanceType')), requestId);
    default:
      return ec2Error(400, 'InvalidAction', `The action ${action} is not valid for this web service.`, requestId);
  }
}

/** `SubnetId.1=a&SubnetId.2=b` → `['a', 'b']`, in the order of the numbers. */
function indexed(form: URLSearchParams, name: string): readonly string[] {
  return [...form]
    .filter(([key]) => key.startsWith(`${name}.`))
    .sort(([a], [b]) => Number(a.slice(name.length + 1)) - Number(b.slice(name.length + 1)))
    .map(([, value]) => value);
}
