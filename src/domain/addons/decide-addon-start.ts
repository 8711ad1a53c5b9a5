import type { Addon } from '../eks/addon.ts';
import type { Update } from '../eks/update.ts';
import type { PlannedAddonUpdate } from './settings.ts';

export type AddonStart =
  | { readonly kind: 'there-already' }
  | { readonly kind: 'adopt'; readonly update: Update }
  | { readonly kind: 'start' }
  | { readonly kind: 'unclear'; readonly status: string }
  | { readonly kind: 'occupied'; readonly update: Update };

/** What to do about an add-on, given its state and its updates in progress. */
export function decideAddonStart(addon: Addon, running: readonly Update[], wanted: PlannedAddonUpdate): AddonStart {
  const same = running.find(({ params }) =>
    params.some(({ type, value }) => type === 'AddonVersion' && value === wanted.addonVersion),
  );
  if (same) return { kind: 'adopt', update: same };
  const [other] = running;
  if (other) return { kind: 'occupied', update: other };
  if (addon.status === 'UPDATING' || addon.status === 'CREATING' || addon.status === 'DELETING')
    return { kind: 'unclear', status: addon.status };
  return addon.addonVersion === wanted.addonVersion && addon.status === 'ACTIVE'
    ? { kind: 'there-already' }
    : { kind: 'start' };
}
