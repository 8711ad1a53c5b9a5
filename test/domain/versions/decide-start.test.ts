import { describe, expect, it } from 'vitest';
import { decideStart } from '#domain/versions/decide-start';
import { aCluster, anUpdate } from '../../builders/a-cluster.ts';

const hop = { from: '1.20', to: '1.21' };
const other = anUpdate({ id: 'u-2', type: 'ConfigUpdate', params: [] });

describe('the start of the control-plane update', () => {
  it('starts on a quiet cluster where the hop begins', () => {
    expect(decideStart(aCluster(), [], hop).kind).toBe('start');
  });

  it('has nothing to do at the target', () => {
    expect(decideStart(aCluster({ version: '1.21' }), [], hop).kind).toBe('there-already');
  });

  it('adopts the wanted update, also when EKS says the target version already', () => {
    expect(decideStart(aCluster(), [other, anUpdate()], hop)).toMatchObject({ kind: 'adopt', update: { id: 'u-1' } });
    expect(decideStart(aCluster({ version: '1.21' }), [anUpdate()], hop).kind).toBe('adopt');
  });

  it('does not adopt an update to another version', () => {
    const away = anUpdate({ params: [{ type: 'Version', value: '1.22' }] });
    expect(decideStart(aCluster(), [away], hop).kind).toBe('occupied');
  });

  it('waits while EKS is UPDATING without naming an update', () => {
    expect(decideStart(aCluster({ status: 'UPDATING' }), [], hop).kind).toBe('unclear');
  });

  it('refuses another version', () => {
    expect(decideStart(aCluster({ version: '1.19' }), [], hop).kind).toBe('wrong-version');
  });
});
