import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Build, buildKubernetes } from './build-kubernetes.ts';
import { cached } from './cached.ts';
import { goToolchain } from './go.ts';

/** What decides how the binary comes out, beside its version and Go. */
const RECIPE = ['command/main.go', 'build-kubernetes.ts', 'module-of.ts', 'open-api.ts', 'bumps.ts'];
const NAME = 'kubernetes';

/** kube-apiserver, kube-controller-manager and kube-scheduler in one: the name it is started under says which. */
export interface KubernetesBinary {
  readonly path: string;
  readonly bytes: number;
  /** How long the build took and the memory it held; null when the binary lay in the cache. */
  readonly builtInMs: number | null;
  readonly peakBytes: number | null;
}

/** The binary of this version (`v1.36.3`), from the cache or built now, which takes minutes and needs Go. */
export async function kubernetesBinary(version: string): Promise<KubernetesBinary> {
  let build: Build | null = null;
  const folder = await cached(await keyOf(version), async (draft) => {
    build = await buildKubernetes(version, join(draft, NAME));
  });
  const path = join(folder, NAME);
  return { path, bytes: (await stat(path)).size, ...figuresOf(build) };
}

const figuresOf = (build: Build | null): Pick<KubernetesBinary, 'builtInMs' | 'peakBytes'> => ({
  builtInMs: build?.tookMs ?? null,
  peakBytes: build?.peakBytes ?? null,
});

async function keyOf(version: string): Promise<string> {
  const hash = createHash('sha256').update(await goToolchain());
  for (const name of RECIPE) hash.update(await readFile(fileURLToPath(new URL(name, import.meta.url))));
  return `${version}-${hash.digest('hex').slice(0, 12)}`;
}
