import { hexDigits } from '../../model/hex-digits.ts';
import type { WireObject } from '../../model/object.ts';
import { minorOf, RESOURCES, type ResourceKind } from '../../model/resources.ts';
import type { World } from '../../model/world.ts';
import { writersOf } from '../../model/writers.ts';
import type { ScenarioInsight } from '../../scenario/insight-schema.ts';

/** What EKS says about the readiness for the next minor version: as the scenario has it, or what is true of the model. */
export function insightsOf(world: World): readonly ScenarioInsight[] {
  if (world.scenario.insights !== undefined) return world.scenario.insights;
  const next = minorOf(world.eks.cluster.version) + 1;
  return [removedApis(world, next), kubeletSkew(world, next)];
}

function removedApis(world: World, next: number): ScenarioInsight {
  const uses = RESOURCES.flatMap((kind) =>
    goingVersions(kind, next).flatMap((version) => usesOf(world, kind, version)),
  );
  return insight(`Deprecated APIs removed in Kubernetes v1.${next}`, next, {
    status: uses.length === 0 ? 'PASSING' : 'ERROR',
    reason: uses.length === 0 ? 'No deprecated API usage detected.' : 'Deprecated API usage detected.',
    recommendation: 'Update manifests and API clients to use newer Kubernetes APIs if applicable.',
    resources: uses.map(({ object, kind, version }) => `${pathOf(kind, version)}/${object.metadata.name}`),
    deprecations: [...new Map(uses.map((it) => [it.kind.key + it.version, it])).values()].map(({ kind, version }) => ({
      usage: pathOf(kind, version),
      replacedWith: pathOf(kind, kind.versions(next)[0] ?? ''),
      stopServingVersion: `1.${next}`,
      clients: [],
    })),
  });
}

/** Versions of a kind that are served now and no more then. */
const goingVersions = (kind: ResourceKind, next: number): readonly string[] =>
  kind.versions(next - 1).filter((version) => !kind.versions(next).includes(version));

function usesOf(world: World, kind: ResourceKind, version: string) {
  const apiVersion = `${kind.group}/${version}`;
  const objects = world.store.list(kind.key) as readonly WireObject[];
  return objects
    .filter(({ metadata }) => writersOf(metadata).some((it) => it.apiVersion === apiVersion))
    .map((object) => ({ object, kind, version }));
}

const pathOf = ({ group, resource }: ResourceKind, version: string): string => `/apis/${group}/${version}/${resource}`;

/** https://kubernetes.io/releases/version-skew-policy/#kubelet: three minors from kubelet 1.25 on, two before. */
function kubeletSkew(world: World, next: number): ScenarioInsight {
  const tooOld = world.store.list('nodes').filter(({ status }) => {
    const kubelet = minorOf(status.nodeInfo.kubeletVersion);
    return kubelet < next - (kubelet >= 25 ? 3 : 2);
  });
  return insight('Kubelet version skew', next, {
    status: tooOld.length === 0 ? 'PASSING' : 'ERROR',
    reason: tooOld.length === 0 ? 'Node kubelet versions fit.' : 'Node kubelet versions do not fit.',
    recommendation: 'Upgrade the nodes before the control plane.',
    resources: tooOld.map(({ metadata }) => `/api/v1/nodes/${metadata.name}`),
    deprecations: [],
  });
}

function insight(
  name: string,
  next: number,
  rest: Omit<ScenarioInsight, 'id' | 'name' | 'kubernetesVersion'>,
): ScenarioInsight {
  const hex = hexDigits(`insight ${name}`, 32);
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  return { id, name, kubernetesVersion: `1.${next}`, ...rest };
}
