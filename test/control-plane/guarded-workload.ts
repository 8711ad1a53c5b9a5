import type { Scenario } from '#twin/scenario/schema';

const NAME = 'guarded';
const LABELS = { app: NAME };

/**
 * A Deployment whose budget lets one pod go at a time, and whose pods take a while to be ready and to stop: a drain meets 429
 * answers of the real budget controller.
 */
export const guardedWorkload: Scenario['objects'] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: NAME, namespace: 'default', labels: LABELS },
    spec: {
      replicas: 5,
      selector: { matchLabels: LABELS },
      template: {
        metadata: { labels: LABELS, annotations: { 'kubelet.test/ready': '2s', 'kubelet.test/stop': '1s' } },
        spec: { containers: [{ name: NAME, image: 'guarded:1', resources: { requests: { cpu: '50m' } } }] },
      },
    },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: NAME, namespace: 'default' },
    spec: { maxUnavailable: 1, selector: { matchLabels: LABELS } },
  },
];
