import { rm } from 'node:fs/promises';
import { goIn } from './go.ts';
import { writeModule } from './module-of.ts';
import { addOpenApi } from './open-api.ts';
import { minorOf } from './versions.ts';

/** Old versions without their cloud providers and Docker: nothing here is asked of either. */
const TAGS = 'providerless,dockerless';

/** What a build took. */
export interface Build {
  readonly tookMs: number;
  readonly peakBytes: number;
}

/** Builds Kubernetes of this version as `target`, beside which it works in a folder of its own. */
export async function buildKubernetes(version: string, target: string): Promise<Build> {
  const began = performance.now();
  const folder = `${target}-module`;
  const go = goIn(folder);
  const kubernetes = await writeModule(folder, version, go);
  await addOpenApi(folder, kubernetes, go);
  await go.run('build', '-tags', TAGS, '-trimpath', '-ldflags', linkerFlags(version), '-o', target, './command');
  await rm(folder, { recursive: true });
  return { tookMs: Math.round(performance.now() - began), peakBytes: go.peakBytes() };
}

/** What upstream's build writes into its binaries: https://github.com/kubernetes/kubernetes/blob/v1.36.3/hack/lib/version.sh */
export function linkerFlags(version: string): string {
  const facts = { gitVersion: version, gitMajor: 1, gitMinor: minorOf(version), gitTreeState: 'clean' };
  const packages = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
  const sets = packages.flatMap((it) => Object.entries(facts).map(([name, value]) => `-X ${it}.${name}=${value}`));
  return ['-s -w', ...sets].join(' ');
}
