import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chooseAddonUpdate, type Rule } from '#domain/addons/choose-update';
import { anAddon, offered } from '../../builders/an-addon.ts';

const hop = { cluster: 'ekstest', to: '1.21' };
const rule: Rule = { name: 'coredns', version: 'default', resolveConflicts: 'OVERWRITE' };
const forCoredns = offered('coredns', 'v1.8.4-eksbuild.1', 'v1.8.7-eksbuild.1', 'v1.8.3-eksbuild.1');

describe('the update of an add-on', () => {
  it('goes to the default for the target, with the role and the values it has', () => {
    const installed = anAddon({ serviceAccountRoleArn: 'arn:role', configurationValues: '{"replicaCount":4}' });
    expect(chooseAddonUpdate(rule, installed, forCoredns, hop)).toEqual({
      kind: 'update',
      requests: [
        {
          clusterName: 'ekstest',
          addonName: 'coredns',
          addonVersion: 'v1.8.4-eksbuild.1',
          resolveConflicts: 'OVERWRITE',
          serviceAccountRoleArn: 'arn:role',
          settings: { sha256: createHash('sha256').update('{"replicaCount":4}').digest('hex'), keys: ['replicaCount'] },
        },
      ],
    });
  });

  it('goes to the version that the runbook names', () => {
    const choice = chooseAddonUpdate({ ...rule, version: 'v1.8.7-eksbuild.1' }, anAddon(), forCoredns, hop);
    expect(choice).toMatchObject({ requests: [{ addonVersion: 'v1.8.7-eksbuild.1' }] });
  });

  it('never goes back', () => {
    expect(chooseAddonUpdate(rule, anAddon({ addonVersion: 'v1.9.3-eksbuild.6' }), forCoredns, hop)).toMatchObject({
      kind: 'keep',
      version: 'v1.9.3-eksbuild.6',
    });
  });

  it('is nothing when the wanted version is there', () => {
    expect(chooseAddonUpdate(rule, anAddon({ addonVersion: 'v1.8.4-eksbuild.1' }), forCoredns, hop).kind).toBe('keep');
  });

  it('refuses a version that EKS does not offer, and lists those it does', () => {
    expect(() => chooseAddonUpdate({ ...rule, version: 'v9.9.9-eksbuild.1' }, anAddon(), forCoredns, hop)).toThrow(
      /offers no v9.9.9-eksbuild.1 .*v1.8.7-eksbuild.1/,
    );
    expect(() => chooseAddonUpdate(rule, anAddon(), [], hop)).toThrow(/offers no default version/);
  });

  it('refuses to guess when the installed version cannot be read', () => {
    expect(() => chooseAddonUpdate(rule, anAddon({ addonVersion: 'custom' }), forCoredns, hop)).toThrow(
      /custom \(installed\)/,
    );
  });
});

describe('the VPC CNI', () => {
  const cni: Rule = { name: 'vpc-cni', version: 'default', resolveConflicts: 'PRESERVE' };
  const versions = offered(
    'vpc-cni',
    'v1.12.6-eksbuild.2',
    'v1.11.4-eksbuild.1',
    'v1.11.5-eksbuild.1',
    'v1.10.4-eksbuild.3',
  );
  const way = (from: string) => {
    const choice = chooseAddonUpdate(cni, anAddon({ addonName: 'vpc-cni', addonVersion: from }), versions, hop);
    return choice.kind === 'update' ? choice.requests.map(({ addonVersion }) => addonVersion) : [];
  };

  it('goes one minor at a time, by the newest of each', () => {
    expect(way('v1.10.1-eksbuild.1')).toEqual(['v1.11.5-eksbuild.1', 'v1.12.6-eksbuild.2']);
  });

  it('passes over a minor that EKS does not offer', () => {
    expect(way('v1.8.0-eksbuild.1')).toEqual(['v1.10.4-eksbuild.3', 'v1.11.5-eksbuild.1', 'v1.12.6-eksbuild.2']);
  });

  it('goes straight within a minor', () => {
    expect(way('v1.12.0-eksbuild.1')).toEqual(['v1.12.6-eksbuild.2']);
  });
});
