import { expect, test } from 'vitest';
import { withRegion } from '../../../src/cli/render/with-region.ts';

test.each([
  ['aws eks describe-cluster --name x', 'aws eks describe-cluster --region eu-west-1 --name x'],
  ['aws eks wait nodegroup-deleted --x', 'aws eks wait nodegroup-deleted --region eu-west-1 --x'],
  ['then: aws eks list-clusters', 'then: aws eks list-clusters --region eu-west-1'],
  [
    '`aws eks list-clusters`; `aws ec2 describe-subnets`',
    '`aws eks list-clusters --region eu-west-1`; `aws ec2 describe-subnets --region eu-west-1`',
  ],
  ['aws eks describe-cluster --name x --region r', 'aws eks describe-cluster --name x --region r'],
  ['aws iam get-role', 'aws iam get-role'],
  ['aws sts get-caller-identity', 'aws sts get-caller-identity'],
  ['paws eks', 'paws eks'],
])('%s', (text, wanted) => {
  expect(withRegion(text, 'eu-west-1')).toBe(wanted);
});

test('without a known region nothing is added', () => {
  expect(withRegion('aws eks list-clusters', undefined)).toBe('aws eks list-clusters');
});
