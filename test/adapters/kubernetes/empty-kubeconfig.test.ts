import { expect, it } from 'vitest';
import { kubeconfigLogin } from '#adapters/kubernetes/kubeconfig-login';

it.runIf(process.platform === 'linux')(
  'says of an empty kubeconfig that it is empty, not what the client stumbled over',
  () => {
    expect(() => kubeconfigLogin({ kubeconfig: '/dev/null' })).toThrow(
      expect.objectContaining({ code: 'KubeconfigUnusable', exit: 2, message: '/dev/null is empty or no kubeconfig' }),
    );
  },
);
