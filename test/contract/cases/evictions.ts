import type { Answer } from '#ports/answer';
import type { Pod } from '#ports/kubernetes';
import { type Bound, type ContractCase, podsOf } from '../case.ts';

const evict = (bound: Bound, pod: Pod | undefined, uid = pod?.metadata.uid ?? ''): Promise<Answer<unknown>> =>
  bound.kubernetes.evict({ namespace: 'shop', name: pod?.metadata.name ?? '', uid, apiVersion: 'policy/v1beta1' });

/** What the API server says to evictions: https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/ */
export const evictions: readonly ContractCase[] = [
  {
    name: 'a budget that allows one eviction accepts one and answers 429 with its cause to the next',
    outcome: ['value', '429 TooManyRequests'],
    run: async (bound) => {
      const [first, second] = await podsOf(bound, 'web');
      return [await evict(bound, first), await evict(bound, second)];
    },
  },
  {
    name: 'two budgets over one pod are an error of the server without a reason',
    outcome: ['500'],
    run: async (bound) => [await evict(bound, (await podsOf(bound, 'pair'))[0])],
  },
  {
    name: 'a pod that is gone',
    outcome: ['404 NotFound'],
    run: async ({ kubernetes }) => [
      await kubernetes.evict({ namespace: 'shop', name: 'gone', uid: 'u', apiVersion: 'policy/v1beta1' }),
    ],
  },
  {
    name: 'a pod of the same name that is another one',
    outcome: ['409 Conflict'],
    run: async (bound) => [
      await evict(bound, (await podsOf(bound, 'free'))[0], '00000000-0000-0000-0000-000000000000'),
    ],
  },
  {
    name: 'a version of the subresource that this server does not know',
    outcome: ['400 BadRequest'],
    run: async (bound) => {
      const [pod] = await podsOf(bound, 'free');
      const { name = '', uid = '' } = pod?.metadata ?? {};
      return [await bound.kubernetes.evict({ namespace: 'shop', name, uid, apiVersion: 'policy/v1' })];
    },
  },
];
