import { describe, expect, it } from 'vitest';
import { compareWithRequest } from '#domain/nodegroups/compare';
import { designNodegroup } from '#domain/nodegroups/design';
import { aNodegroup } from '../../builders/a-nodegroup.ts';

const wish = { name: 'managed-ng-21', to: '1.21', runId: 'run-1' };

describe('the new group', () => {
  it('has everything the old one had', () => {
    const taints = [{ key: 'gpu', value: 'yes', effect: 'NO_SCHEDULE' }] as const;
    const old = aNodegroup({ taints, nodeRepairConfig: { enabled: true } });
    expect(designNodegroup(old, wish).request).toEqual({
      clusterName: 'ekstest',
      nodegroupName: 'managed-ng-21',
      version: '1.21',
      scalingConfig: old.scalingConfig,
      subnets: old.subnets,
      nodeRole: old.nodeRole,
      instanceTypes: ['t3.medium'],
      amiType: 'AL2_x86_64',
      capacityType: 'ON_DEMAND',
      diskSize: 30,
      remoteAccess: { ec2SshKey: 'ekstest' },
      labels: { team: 'web' },
      taints,
      updateConfig: { maxUnavailable: 1 },
      nodeRepairConfig: { enabled: true },
      tags: { owner: 'platform', 'eks-upgrade-runbook/run': 'run-1', 'eks-upgrade-runbook/replaces': 'managed-ng-20' },
    });
  });

  it('takes the template by its id, and then neither disk size nor remote access', () => {
    const { request, differences } = designNodegroup(
      aNodegroup({ launchTemplate: { id: 'lt-1', name: 'lt', version: '3' } }),
      wish,
    );
    expect(request.launchTemplate).toEqual({ id: 'lt-1', version: '3' });
    expect(request).not.toHaveProperty('diskSize');
    expect(request).not.toHaveProperty('remoteAccess');
    expect(differences).toContain('disk size 30 GiB: its launch template decides it');
  });

  it('names no version and no AMI type with an image of its own', () => {
    const { request, differences } = designNodegroup(
      aNodegroup({ amiType: 'CUSTOM', launchTemplate: { id: 'lt-1', version: '3' } }),
      wish,
    );
    expect(request).not.toHaveProperty('version');
    expect(request).not.toHaveProperty('amiType');
    expect(differences).toContain('version: the image of its launch template decides it');
  });

  it('copies neither tags of AWS nor marks of an earlier run', () => {
    const tags = { 'aws:cloudformation:stack-name': 's', owner: 'platform', 'eks-upgrade-runbook/run': 'run-0' };
    const { request, differences } = designNodegroup(aNodegroup({ tags }), wish);
    expect(request.tags).toEqual({
      owner: 'platform',
      'eks-upgrade-runbook/run': 'run-1',
      'eks-upgrade-runbook/replaces': 'managed-ng-20',
    });
    expect(differences).toContain('tags that only AWS may set are not copied: aws:cloudformation:stack-name');
  });
});

describe('an existing group', () => {
  const { request } = designNodegroup(aNodegroup({ labels: { a: '1', b: '2' } }), wish);
  const made = aNodegroup({ ...request, labels: { b: '2', a: '1' }, subnets: ['subnet-d', 'subnet-a', 'subnet-c'] });

  it('is as requested whatever the order of its subnets and labels', () => {
    expect(compareWithRequest(made, request)).toEqual([]);
  });

  it('differs in words', () => {
    expect(compareWithRequest({ ...made, instanceTypes: ['m5.large'] }, request)).toEqual([
      'instanceTypes is ["m5.large"] instead of ["t3.medium"]',
    ]);
  });
});
