import type { Reach } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import { wrongUse } from '../parse-option.ts';

/** How the cluster that was named is reached. */
export function reachOf({ options }: Call): Reach {
  const { cluster, region, profile, context, kubeconfig, accept } = options;
  if (cluster === undefined)
    throw wrongUse('which cluster?', '--cluster <name>, and --region <region> unless AWS_REGION is set');
  return {
    cluster,
    accepted: accept,
    ...(region === undefined ? {} : { region }),
    ...(profile === undefined ? {} : { profile }),
    ...(context === undefined ? {} : { context }),
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
  };
}
