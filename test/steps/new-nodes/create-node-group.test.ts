import { describe, expect, it } from 'vitest';
import { designNodegroup } from '#domain/nodegroups/design';
import { type Answer, value } from '#ports/answer';
import type { CreateNodegroupRequest, Nodegroup } from '#ports/eks';
import { createNodeGroup } from '#steps/new-nodes/create-node-group';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { answers, aSlice, fakePorts, gone, refused } from '../../builders/fake-ports.ts';

const { request } = designNodegroup(aNodegroup(), { name: 'managed-ng-21', to: '1.21', runId: 'run-1' });
const made = aNodegroup({ ...request, status: 'CREATING' });

function create(look: () => Promise<Answer<Nodegroup>>, answer: Answer<Nodegroup> = value(made)) {
  const requests: (CreateNodegroupRequest & { clientRequestToken: string })[] = [];
  const createNodegroup = async (it: CreateNodegroupRequest & { clientRequestToken: string }) => {
    requests.push(it);
    return answer;
  };
  const ports = fakePorts({ eks: { describeNodegroup: look, createNodegroup } });
  return { requests, messages: ports.messages, result: createNodeGroup.run({ request }, ports, aSlice()) };
}

describe('creating the new group', () => {
  it('sends the designed request with the token', async () => {
    const { result, requests } = create(answers<Nodegroup>(gone('node group')));
    expect((await result).kind).toBe('done');
    expect(requests).toEqual([{ ...request, clientRequestToken: 'token-1' }]);
  });

  it('adopts the group that this run made before', async () => {
    const { result, requests } = create(answers(value(made)));
    expect((await result).kind).toBe('done');
    expect(requests).toEqual([]);
  });

  it('looks again when EKS says that it exists, and adopts it', async () => {
    const { result, requests } = create(
      answers<Nodegroup>(gone('node group'), value(made)),
      refused(409, 'ResourceInUseException'),
    );
    expect((await result).kind).toBe('done');
    expect(requests).toHaveLength(1);
  });

  it('refuses a group of the same name that nobody marked, or another run', async () => {
    await expect(create(answers(value({ ...made, tags: {} }))).result).rejects.toMatchObject({
      code: 'NodeGroupNameTaken',
      message: expect.stringContaining('was not made by a run'),
    });
    const theirs = { ...made, tags: { 'eks-upgrade-runbook/run': 'run-0' } };
    await expect(create(answers(value(theirs))).result).rejects.toThrow(/belongs to run run-0/);
  });

  it('refuses a group of this run that is not as designed', async () => {
    await expect(create(answers(value({ ...made, amiType: 'CUSTOM' }))).result).rejects.toMatchObject({
      code: 'NodeGroupDiffers',
    });
  });

  it('adopts the group that another run made for the same old group, if it is as designed, and says so', async () => {
    const left = { ...made, tags: { ...made.tags, 'eks-upgrade-runbook/run': 'run-0' } };
    const { result, requests, messages } = create(answers(value(left)));
    expect((await result).kind).toBe('done');
    expect(requests).toEqual([]);
    expect(messages).toEqual([
      { code: 'node-group-adopted', data: { group: 'managed-ng-21', old: 'managed-ng-20', run: 'run-0' } },
    ]);
    await expect(create(answers(value({ ...left, diskSize: 7 }))).result).rejects.toMatchObject({
      code: 'NodeGroupDiffers',
      message: expect.stringContaining('of run run-0 is not as designed: diskSize is 7 instead of'),
    });
  });

  it('refuses to take over a group of other sizes, with both and the command that makes them equal', async () => {
    const scalingConfig = { ...made.scalingConfig, maxSize: made.scalingConfig.maxSize + 6 };
    const left = { ...made, scalingConfig, tags: { ...made.tags, 'eks-upgrade-runbook/run': 'run-0' } };
    const { result, messages } = create(answers(value(left)));
    await expect(result).rejects.toMatchObject({
      code: 'NodeGroupDiffers',
      message: expect.stringMatching(/of run run-0 .*its sizes are .*; those asked for after managed-ng-20 are /),
      hint: expect.stringContaining('aws eks update-nodegroup-config'),
    });
    expect(messages).toEqual([]);
  });

  it('adopts a group of this run that somebody has scaled since', async () => {
    const scalingConfig = { minSize: 1, desiredSize: 9, maxSize: 9 };
    const { result, requests } = create(answers(value({ ...made, scalingConfig })));
    expect((await result).kind).toBe('done');
    expect(requests).toEqual([]);
  });

  it('does not create anything on an answer that cannot be parsed', async () => {
    const { result, requests } = create(answers<Nodegroup>({ kind: 'unknown', code: 'Unparsable', message: '<html>' }));
    expect((await result).kind).toBe('again');
    expect(requests).toEqual([]);
  });

  it('passes on a limit of the account', async () => {
    await expect(
      create(answers<Nodegroup>(gone('x')), refused(400, 'ResourceLimitExceededException', 'at most 30')).result,
    ).rejects.toMatchObject({ code: 'ResourceLimitExceeded' });
  });
});
