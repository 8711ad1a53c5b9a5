import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { Permissions, PermissionsOf } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import type { Options } from '../option-values.ts';
import { wrongUse } from '../parse-option.ts';
import { permissionsText } from '../render/permissions-text.ts';
import { rbacYaml } from '../render/rbac-yaml.ts';

/** `upgrade permissions`: the rights of a purpose; reads no cluster. */
export async function showPermissions({ composition, options, around }: Call): Promise<ExitCode> {
  const of = permissionsOf(options);
  const permissions = await composition.permissions(of);
  const group = options.group ?? GROUPS[of.purpose];
  if (options.output === 'iam') around.out(`${JSON.stringify(permissions.iam, null, 2)}\n`);
  else if (options.output === 'rbac') around.out(rbacYaml(permissions, of, group));
  else around.out(permissionsText(permissions, of.purpose));
  if (options.output === 'iam') around.err(leftToFillIn(permissions));
  return EXIT.done;
}

const GROUPS: Readonly<Record<PermissionsOf['purpose'], string>> = {
  plan: 'upgrade-planners',
  run: 'upgrade-runners',
  drain: 'upgrade-drainers',
};

function permissionsOf({ for: purpose, cluster, region, account, nodeRole, addonRole }: Options): PermissionsOf {
  if (account !== undefined && !/^\d{12}$/.test(account))
    throw wrongUse(`--account ${account}: an AWS account is expected`, 'twelve digits, such as 111122223333');
  return {
    purpose,
    ...(cluster !== undefined && { cluster }),
    ...(region !== undefined && { region }),
    ...(account !== undefined && { account }),
    ...(nodeRole !== undefined && { nodeRole: roleName(nodeRole) }),
    ...(addonRole.length > 0 && { addonRoles: addonRole.map(roleName) }),
  };
}

/** `arn:aws:iam::111122223333:role/prod-nodes` → `prod-nodes` */
const roleName = (role: string): string => role.replace(/^arn:[^:]+:iam::\d+:role\//, '');

const FLAGS: Readonly<Record<string, string>> = {
  REGION: '--region',
  ACCOUNT: '--account',
  CLUSTER: '--cluster',
  NODE_ROLE: '--node-role',
  ADDON_ROLE: '--addon-role, for each add-on with a role of its own, or leave that statement out',
};

function leftToFillIn({ iam }: Permissions): string {
  const text = JSON.stringify(iam.Statement.map(({ Resource }) => Resource));
  const open = Object.keys(FLAGS).filter((word) => new RegExp(`\\b${word}\\b`).test(text));
  if (open.length === 0) return '';
  return `left to fill in: ${open.map((word) => `${word} (${FLAGS[word]})`).join(', ')}\n`;
}
