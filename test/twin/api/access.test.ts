import { describe, expect, test } from 'vitest';
import type { Access } from '#twin/scenario/access-schema';
import { ekstestTwin, present } from '../../builders/ekstest.ts';

const LEASES = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', namespace: 'kube-system' };
const LEASE = { group: LEASES.group, resource: LEASES.resource, namespace: LEASES.namespace };
const PODS = { group: '', version: 'v1', resource: 'pods' };

const withAccess = (access: Partial<Access>) => ekstestTwin((draft) => Object.assign(draft, { access }));

describe('a list of what is allowed with Kubernetes', () => {
  test('denies everything else, in words and by review; what every user may do is allowed', async () => {
    const twin = withAccess({ allowed: [{ verb: 'list', group: '', resource: 'nodes' }] });
    const { kubernetes } = twin.ports;
    expect(present(await kubernetes.listNodes())).toHaveLength(3);
    expect(await kubernetes.listPods()).toMatchObject({ status: 403, code: 'Forbidden' });
    expect(present(await kubernetes.version()).gitVersion).toContain('v1.20');
    expect(present(await kubernetes.evictionVersion())).toBe('policy/v1beta1');
    const may = async (verb: string) => present(await kubernetes.mayI({ verb, group: '', resource: 'nodes' })).allowed;
    expect([await may('list'), await may('watch')]).toEqual([true, false]);
  });

  test('tells a resource from its subresource', () => {
    const { face } = withAccess({ allowed: [{ verb: 'create', group: '', resource: 'pods' }] });
    const pod = { namespace: 'default', name: 'statefulset-0' };
    const body = { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: pod };
    expect(face.kubernetes.evict(pod, body, false)).toMatchObject({ status: 403 });
  });

  test('a right in one namespace is none in all of them', () => {
    const { face } = withAccess({ allowed: [{ verb: 'list', group: '', resource: 'pods', namespace: 'default' }] });
    expect(face.kubernetes.list({ ...PODS, namespace: 'default' }).status).toBe(200);
    expect(face.kubernetes.list({ ...PODS, namespace: 'kube-system' }).status).toBe(403);
    expect(face.kubernetes.list(PODS).status).toBe(403);
  });

  test('a right to one object is none to others, nor to create any', async () => {
    const names = ['get', 'create'].map((verb) => ({ verb, ...LEASE, name: 'ours' }));
    const twin = withAccess({ allowed: [...names] });
    expect(twin.face.kubernetes.get({ ...LEASES, name: 'ours' }).status).toBe(404);
    expect(twin.face.kubernetes.get({ ...LEASES, name: 'theirs' }).status).toBe(403);
    expect(twin.face.kubernetes.create(LEASES, { metadata: { name: 'ours' } }).status).toBe(403);
    const may = async (name?: string) =>
      present(await twin.ports.kubernetes.mayI({ verb: 'get', ...LEASE, ...(name && { name }) })).allowed;
    expect([await may('ours'), await may('theirs'), await may()]).toEqual([true, false, false]);
  });

  test('what is denied is denied, also where it is allowed', () => {
    const list = { verb: 'list', group: '', resource: 'pods' };
    expect(withAccess({ allowed: [list], denied: [list] }).face.kubernetes.list(PODS).status).toBe(403);
  });

  test('is what a review of the rules answers', () => {
    const { face } = withAccess({ allowed: [{ verb: 'get', ...LEASE, name: 'ours' }] });
    const reviews = { group: 'authorization.k8s.io', version: 'v1', resource: 'selfsubjectrulesreviews' };
    expect(face.kubernetes.create(reviews, { spec: { namespace: 'kube-system' } })).toMatchObject({
      status: 201,
      body: {
        status: {
          resourceRules: [{ verbs: ['get'], apiGroups: [LEASE.group], resources: ['leases'], resourceNames: ['ours'] }],
        },
      },
    });
  });
});

const GROUP = { clusterName: 'ekstest', nodegroupName: 'managed-ng-20' };

describe('a list of what is allowed with AWS', () => {
  test('denies everything else, by the ARN of what is asked about', () => {
    const { face } = withAccess({ allowedActions: ['eks:DescribeCluster', 'ec2:DescribeSubnets'] });
    expect(face.eks.describeCluster({ name: 'ekstest' }).status).toBe(200);
    expect(face.ec2.describeSubnets([]).status).toBe(200);
    expect(face.ec2.describeInstanceTypes([])).toMatchObject({ status: 403 });
    expect(face.eks.describeNodegroup(GROUP)).toMatchObject({
      status: 403,
      body: {
        message: expect.stringMatching(/eks:DescribeNodegroup on resource: arn:.*:nodegroup\/ekstest\/managed-ng-20\//),
      },
    });
  });

  test('may be limited to ARNs; what is not there is asked about by its path', () => {
    const allowed = (on: string) =>
      withAccess({ allowedActions: [{ action: 'eks:DescribeNodegroup', on: [on] }] }).face.eks;
    const missing = { ...GROUP, nodegroupName: 'gone' };
    const kinds = allowed('arn:aws:eks:*:*:nodegroup/ekstest/*');
    expect([kinds.describeNodegroup(GROUP).status, kinds.describeNodegroup(missing).status]).toEqual([200, 403]);
    const paths = allowed('arn:aws:eks:*:*:/clusters/ekstest/*');
    expect([paths.describeNodegroup(GROUP).status, paths.describeNodegroup(missing).status]).toEqual([403, 404]);
    expect(allowed('arn:aws:eks:*:*:nodegroup/ekstest').describeNodegroup(GROUP).status).toBe(403);
  });
});

test('somebody else may do everything', () => {
  const { others } = withAccess({ allowed: [], allowedActions: [] });
  expect(others.kubernetes.list(PODS).status).toBe(200);
  expect(others.eks.describeCluster({ name: 'ekstest' }).status).toBe(200);
});

test('what the caller may do can be set while time passes', async () => {
  const twin = ekstestTwin();
  twin.faults.happen({ set: { access: { denied: [], deniedActions: ['eks:ListNodegroups'], allowed: [] } } });
  expect(await twin.ports.eks.listNodegroups('ekstest')).toMatchObject({ status: 403 });
  expect(await twin.ports.kubernetes.listNodes()).toMatchObject({ status: 403 });
  twin.faults.happen({ set: { access: { denied: [], deniedActions: [] } } });
  expect((await twin.ports.eks.listNodegroups('ekstest')).kind).toBe('value');
});
