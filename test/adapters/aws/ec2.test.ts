import { expect, it } from 'vitest';
import { type AwsReply, awsServer } from '../../builders/aws-server.ts';

const xml = (status: number, text: string): AwsReply => [
  status,
  'text/xml',
  `<?xml version="1.0" encoding="UTF-8"?>${text}`,
];

const subnet = (id: string) =>
  `<item><subnetId>${id}</subnetId><availabilityZone>ap-northeast-1a</availabilityZone><availableIpAddressCount>12</availableIpAddressCount><cidrBlock>10.0.0.0/24</cidrBlock></item>`;

it('reads subnets, sorted by id', async () => {
  const { ec2 } = await awsServer(() =>
    xml(
      200,
      `<DescribeSubnetsResponse><requestId>1</requestId><subnetSet>${subnet('subnet-b')}${subnet('subnet-a')}</subnetSet></DescribeSubnetsResponse>`,
    ),
  );
  const rest = { availabilityZone: 'ap-northeast-1a', availableIpAddressCount: 12, cidrBlock: '10.0.0.0/24' };
  expect(await ec2.describeSubnets(['subnet-a', 'subnet-b'])).toEqual({
    kind: 'value',
    value: [
      { subnetId: 'subnet-a', ...rest },
      { subnetId: 'subnet-b', ...rest },
    ],
  });
});

it('reads the network limits of instance types', async () => {
  const network =
    '<networkInfo><maximumNetworkInterfaces>3</maximumNetworkInterfaces><ipv4AddressesPerInterface>4</ipv4AddressesPerInterface></networkInfo>';
  const { ec2 } = await awsServer(() =>
    xml(
      200,
      `<DescribeInstanceTypesResponse><instanceTypeSet><item><instanceType>t3.small</instanceType>${network}</item></instanceTypeSet></DescribeInstanceTypesResponse>`,
    ),
  );
  expect(await ec2.describeInstanceTypes(['t3.small'])).toEqual({
    kind: 'value',
    value: [{ instanceType: 't3.small', maximumNetworkInterfaces: 3, ipv4AddressesPerInterface: 4 }],
  });
});

it('asks nothing when it is asked about nothing', async () => {
  const { ec2, asked } = await awsServer(() => [500, 'text/plain', '']);
  expect(await ec2.describeSubnets([])).toEqual({ kind: 'value', value: [] });
  expect(asked).toEqual([]);
});

it('keeps the code of a subnet that does not exist', async () => {
  const { ec2 } = await awsServer(() =>
    xml(
      400,
      '<Response><Errors><Error><Code>InvalidSubnetID.NotFound</Code><Message>The subnet ID does not exist</Message></Error></Errors><RequestID>1</RequestID></Response>',
    ),
  );
  expect(await ec2.describeSubnets(['subnet-x'])).toMatchObject({
    kind: 'refused',
    status: 400,
    code: 'InvalidSubnetID.NotFound',
  });
});

it.each([200, 404, 502])('is unknown for an HTML page with status %i', async (status) => {
  const { ec2 } = await awsServer(() => [status, 'text/html', '<html><body>proxy</body></html>']);
  expect(await ec2.describeSubnets(['subnet-a'])).toMatchObject({ kind: 'unknown', code: 'Unparsable' });
});
