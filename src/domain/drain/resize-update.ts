import type { ScalingConfig } from '#domain/eks/nodegroup';
import type { Update } from '#domain/eks/update';

/** The newest update that sets a group to these sizes and did not fail. */
export function findResize(updates: readonly Update[], sizes: ScalingConfig): Update | undefined {
  return [...updates]
    .sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
    .find((it) => (it.status === 'InProgress' || it.status === 'Successful') && sets(it, sizes));
}

/** `update 1234 (VersionUpdate, InProgress)` */
export const formatUpdate = (it: Update): string => `update ${it.id} (${it.type}, ${it.status})`;

/** Why EKS gave up an update, in its words. */
export const formatErrors = (it: Update): string =>
  it.errors.map((error) => `${error.errorCode}: ${error.errorMessage}`).join('; ') || 'no reason given';

function sets({ params }: Update, sizes: ScalingConfig): boolean {
  const said = (type: string) => params.find((it) => it.type === type)?.value;
  return (
    said('MinSize') === String(sizes.minSize) &&
    said('MaxSize') === String(sizes.maxSize) &&
    said('DesiredSize') === String(sizes.desiredSize)
  );
}
