import { podName } from '#domain/drain/pod-facts';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { Pod } from '#ports/kubernetes';

/** No right to evict: the same for every pod, so the drain stops at once. */
export const forbidden = (pod: Pod, words: string): UpgradeError =>
  new UpgradeError('EvictionForbidden', `not allowed to evict pod ${podName(pod)}: ${words}`, {
    hint: 'grant "create" on "pods/eviction" to the identity that runs upgrade, then retry; this has to say yes: kubectl auth can-i create pods --subresource=eviction -A',
  });

/** As every step says it. */
export const credentialsExpired = (pod: Pod, words: string): UpgradeError =>
  new UpgradeError(
    'CredentialsExpired',
    `cannot evict pod ${podName(pod)}: the credentials are not accepted: ${words}`,
    {
      hint: 'sign in again (for example "aws sso login"), then resume the run',
      exit: EXIT.paused,
    },
  );
