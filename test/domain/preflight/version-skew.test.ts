import { describe, expect, it } from 'vitest';
import { versionSkew as check } from '#domain/preflight/version-skew';
import { aCluster } from '../../builders/a-cluster.ts';
import { aDaemonSet } from '../../builders/a-daemon-set.ts';
import { aNode } from '../../builders/a-node.ts';
import { look } from '../../builders/look.ts';

const kubelet = (version: string) => ({ nodes: [aNode('n', { kubelet: version })] });
const kubeProxy = (image: string) => ({ workloads: [aDaemonSet('kube-proxy', { image })] });

describe('version skew', () => {
  it('blocks a kubelet that would be three minors behind 1.21, with the numbers', () => {
    expect(look(check, kubelet('v1.18.20-eks-c9f1ce'))).toMatchObject([
      {
        code: 'KUBELET_TOO_OLD',
        severity: 'block',
        object: 'n',
        why: 'kubelet of node n is v1.18.20-eks-c9f1ce: 3 minors behind 1.21, at most 2 are allowed (1.19 or newer)',
      },
    ]);
  });

  it('lets a kubelet of 1.19 pass, which is two behind after the hop', () => {
    expect(look(check, kubelet('v1.19.15-eks-9c63c4'))).toEqual([]);
  });

  it('blocks a kubelet that is newer than the API server', () => {
    expect(look(check, kubelet('v1.21.5-eks-9017834'))).toMatchObject([{ code: 'KUBELET_TOO_NEW' }]);
  });

  it('takes new nodes as they are when the control plane is at the target already', () => {
    expect(look(check, { ...kubelet('v1.21.5-eks-9017834'), cluster: aCluster({ version: '1.21' }) })).toMatchObject([
      { code: 'CONTROL_PLANE_AT_TARGET', severity: 'info' },
    ]);
  });

  it('reads kube-proxy from its image tag, also behind a registry with a port', () => {
    expect(look(check, kubeProxy('registry.example:5000/eks/kube-proxy:v1.18.8-eksbuild.1'))).toMatchObject([
      { code: 'KUBE_PROXY_TOO_OLD', object: 'kube-system/kube-proxy' },
    ]);
  });

  it('says so when an image tag is no version', () => {
    expect(look(check, kubeProxy('registry.example/kube-proxy:latest'))).toMatchObject([{ severity: 'risk' }]);
  });

  it('refuses a cluster that is not where the hop begins', () => {
    expect(look(check, { cluster: aCluster({ version: '1.19' }), nodes: [] })).toMatchObject([
      { code: 'WRONG_START_VERSION', severity: 'block' },
      { code: 'KUBE_PROXY_TOO_NEW' },
    ]);
  });
});
