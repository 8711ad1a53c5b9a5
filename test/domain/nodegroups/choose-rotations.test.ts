import { describe, expect, it } from 'vitest';
import { chooseRotations } from '#domain/nodegroups/choose-rotations';
import { aNode } from '../../builders/a-node.ts';
import { aNodegroup } from '../../builders/a-nodegroup.ts';

const wish = { runId: 'run-1', from: '1.20', to: '1.21', newNames: {} };
const named = (nodegroupName: string, more = {}) => aNodegroup({ nodegroupName, ...more });

describe('the groups to rotate', () => {
  it('are those behind the target, oldest first', () => {
    const groups = [
      named('young', { createdAt: '2021-12-01T00:00:00Z' }),
      named('old'),
      named('done', { version: '1.21' }),
    ];
    expect(chooseRotations(groups, [], wish)).toEqual([
      { old: 'old', new: 'old-1-21' },
      { old: 'young', new: 'young-1-21' },
    ]);
  });

  it('include a group whose version is the target but whose kubelets are behind', () => {
    const groups = [named('half', { version: '1.21' })];
    expect(chooseRotations(groups, [aNode('n', { group: 'half' })], wish)).toHaveLength(1);
    expect(chooseRotations(groups, [aNode('n', { group: 'half', kubelet: 'v1.21.5' })], wish)).toEqual([]);
  });

  it('include a group with an image of its own by its kubelets', () => {
    const { version: _, ...custom } = named('custom', { amiType: 'CUSTOM' });
    expect(chooseRotations([custom], [aNode('n', { group: 'custom' })], wish)).toHaveLength(1);
    expect(chooseRotations([custom], [], wish)).toEqual([]);
  });

  it('leave out what is being deleted and what this run has made', () => {
    const ours = named('new', { tags: { 'eks-upgrade-runbook/run': 'run-1' } });
    expect(chooseRotations([named('going', { status: 'DELETING' }), ours], [], wish)).toEqual([]);
  });

  it('take the names that the operator chose', () => {
    expect(chooseRotations([named('web')], [], { ...wish, newNames: { web: 'blue' } })).toEqual([
      { old: 'web', new: 'blue' },
    ]);
  });

  it('refuse a chosen name for a group that is not rotated', () => {
    expect(() => chooseRotations([named('web')], [], { ...wish, newNames: { wep: 'blue' } })).toThrow(
      /"wep", which is not rotated \(rotated: web\)/,
    );
  });

  it('refuse a name that is taken, by a group or by another rotation', () => {
    expect(() => chooseRotations([named('web'), named('web-1-21', { version: '1.21' })], [], wish)).toThrow(
      /"web-1-21".*a group of that name exists, and it was not made by a run of upgrade/,
    );
    expect(() => chooseRotations([named('a'), named('b')], [], { ...wish, newNames: { a: 'x', b: 'x' } })).toThrow(
      /used twice/,
    );
  });

  it('go on with the group that a run which was given up has made for the same old group', () => {
    const left = named('other-name', { version: '1.21', tags: { 'eks-upgrade-runbook/replaces': 'web' } });
    expect(chooseRotations([named('web'), left], [], wish)).toEqual([{ old: 'web', new: 'other-name' }]);
    expect(chooseRotations([named('web'), left], [], { ...wish, newNames: { web: 'other-name' } })).toEqual([
      { old: 'web', new: 'other-name' },
    ]);
    expect(chooseRotations([named('web'), left], [], { ...wish, newNames: { web: 'third' } })).toEqual([
      { old: 'web', new: 'third' },
    ]);
  });

  it('say whose the name is that cannot be had, and how to name another', () => {
    const web = named('web');
    const refusal = (more: object, newNames = {}) => {
      try {
        chooseRotations([web, named('web-1-21', { version: '1.21', ...more })], [], { ...wish, newNames });
      } catch (thrown) {
        return thrown;
      }
      return null;
    };
    const replaces = { tags: { 'eks-upgrade-runbook/replaces': 'api' } };
    expect(refusal(replaces)).toMatchObject({ message: expect.stringContaining('it was made to replace api') });
    const leaving = { status: 'DELETING', tags: { 'eks-upgrade-runbook/replaces': 'web' } };
    expect(refusal(leaving)).toMatchObject({ message: expect.stringContaining('is being deleted') });
    expect(refusal({})).toMatchObject({ hint: 'name it yourself: --new-group web=<name>' });
    expect(refusal({}, { web: 'web-1-21' })).toMatchObject({ hint: 'choose another name: --new-group web=<name>' });
  });

  it('refuse a name that EKS does not take', () => {
    expect(() => chooseRotations([named('web')], [], { ...wish, newNames: { web: '-x' } })).toThrow(/cannot name/);
  });

  it('refuse Amazon Linux 2 from 1.33 on', () => {
    const group = named('web', { version: '1.32' });
    expect(() => chooseRotations([group], [], { ...wish, from: '1.32', to: '1.33' })).toThrow(
      /AL2_x86_64.*no Amazon Linux 2 images for 1.33/,
    );
    expect(
      chooseRotations([{ ...group, amiType: 'AL2023_x86_64_STANDARD' }], [], { ...wish, from: '1.32', to: '1.33' }),
    ).toHaveLength(1);
  });
});
