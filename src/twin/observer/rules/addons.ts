import type { World } from '../../model/world.ts';
import { FINE, type Rule, texts, wrong } from '../rule.ts';

/** The update of an add-on sends its configuration and its role again, and is never older. */
export const addons = (world: World): Rule => ({
  name: 'addons',
  judge: ({ operation, body }) => {
    const addon = operation === 'eks:UpdateAddon' && world.eks.addons.get(String(body.addonName));
    if (!addon) return FINE;
    const { addonName: name, addonVersion, configurationValues, serviceAccountRoleArn } = addon;
    return wrong(
      texts(
        [body.configurationValues !== configurationValues, `add-on ${name} does not keep its configuration values`],
        [body.serviceAccountRoleArn !== serviceAccountRoleArn, `add-on ${name} does not keep its role`],
        [
          isOlder(String(body.addonVersion), addonVersion),
          `add-on ${name} goes back from ${addonVersion} to ${body.addonVersion}`,
        ],
      ),
    );
  },
});

/** `v1.8.3-eksbuild.1`: number by number. */
function isOlder(wanted: string, installed: string): boolean {
  const [a, b] = [numbersIn(wanted), numbersIn(installed)];
  const at = b.findIndex((it, index) => it !== (a[index] ?? 0));
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

const numbersIn = (version: string): readonly number[] => (version.match(/\d+/g) ?? []).map(Number);
