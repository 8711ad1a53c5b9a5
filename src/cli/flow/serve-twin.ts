import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { ServedCluster, ServeOf } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import { wrongUse } from '../parse-option.ts';

/** `upgrade twin serve`: serves until it is interrupted. With `-o json` one line tells a program what it needs. */
export async function serveTwinCommand({ composition, options, around }: Call): Promise<ExitCode> {
  const { scenario = 'ekstest', clock, set } = options;
  const port = portOf(options.port);
  const served = await composition.serveTwin({ scenario, clock, set, ...(port === null ? {} : { port }) });
  around.out(options.output === 'json' ? `${await composition.startLine(served, clock)}\n` : howToUse(served, clock));
  await new Promise<void>((resolve) => {
    around.onInterrupt(() => resolve());
  });
  await served.close();
  return EXIT.done;
}

function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_535) return port;
  throw wrongUse(
    `--port ${text}: a number from 1 to 65534 is expected`,
    'AWS is served there, Kubernetes on the next one',
  );
}

/** Ready to be pasted into a shell. */
function howToUse(served: ServedCluster, clock: ServeOf['clock']): string {
  const { awsUrl, kubeconfig, controlUrl, controlToken, cluster, version, region } = served;
  const first = version.split('.').map(Number);
  const hop = `${version}-to-${first[0] ?? 1}.${(first[1] ?? 0) + 1}`;
  return `export AWS_ENDPOINT_URL=${awsUrl} AWS_ACCESS_KEY_ID=twin AWS_SECRET_ACCESS_KEY=twin AWS_REGION=${region} AWS_DEFAULT_REGION=${region}
export KUBECONFIG=${kubeconfig}
# cluster ${cluster} at ${version}; with the lines above, in another terminal:
#   upgrade plan ${hop} --cluster ${cluster}
#   ${clock === 'wall' ? `upgrade run ${hop} --cluster ${cluster} --state ./runs` : 'its time moves for tests only; to run against it, serve it with --clock wall'}
# the clock: curl -s -H 'Authorization: Bearer ${controlToken}' ${controlUrl}/now
# Ctrl-C ends the twin; nothing of it is kept
`;
}
