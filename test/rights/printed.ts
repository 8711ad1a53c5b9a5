import { parseAllDocuments } from 'yaml';
import { AWS_RIGHTS } from '#domain/rights/aws-rights';
import type { IamPolicy } from '#domain/rights/iam-policy';
import type { Purpose } from '#domain/rights/purpose';
import type { Access } from '#twin/scenario/access-schema';
import { main } from '../../src/cli/main.ts';
import { compose } from '../../src/compose.ts';
import { surroundings } from '../builders/surroundings.ts';

/** Everything that `upgrade permissions` grants, one line each: a verb on a resource, an action on an ARN. */
export interface Printed {
  readonly allowed: NonNullable<Access['allowed']>;
  readonly allowedActions: readonly { readonly action: string; readonly on: string[] }[];
}

/** What is named to the command, so that the ARNs are those of a twin. */
export interface Named {
  readonly cluster: string;
  readonly region: string;
  readonly nodeRole: string;
  readonly addonRoles: readonly string[];
}

/** The rights of a purpose, as IAM and the API server would read them from what the command prints. Where no add-on has a role, nothing is filled in for one, and the statement matches nothing: it is left out. */
export async function printed(purpose: Purpose, { cluster, region, nodeRole, addonRoles }: Named): Promise<Printed> {
  const place = ['--cluster', cluster, '--region', region, '--account', '111122223333', '--node-role', nodeRole];
  const roles = addonRoles.flatMap((role) => ['--addon-role', role]);
  const policy = JSON.parse(await output('--for', purpose, '-o', 'iam', ...place, ...roles)) as IamPolicy;
  return {
    allowed: allowedBy(await output('--for', purpose, '-o', 'rbac')),
    allowedActions: policy.Statement.flatMap(({ Action, Resource }) =>
      // What EC2 looks at as instances start is one thing: the twin starts none.
      Action.flatMap((action) =>
        action === 'ec2:RunInstances' || action === 'ec2:CreateTags'
          ? [{ action, on: [...Resource] }]
          : Resource.filter((arn) => !arn.endsWith('/ADDON_ROLE')).map((arn) => ({ action, on: [arn] })),
      ),
    ),
  };
}

const OPTIONAL = new Set<string>(AWS_RIGHTS.filter(({ optional }) => optional).map(({ action }) => action));

/** Whether a run goes on without the line, and says what it could not see. */
export const isOptional = (line: Line): boolean => 'action' in line && OPTIONAL.has(line.action);

/** Each line of it. */
export const linesOf = ({ allowed, allowedActions }: Printed): readonly Line[] => [...allowed, ...allowedActions];

/** What the twin grants: all of it, or all but one line. */
export const without = ({ allowed, allowedActions }: Printed, line?: Line): Access => ({
  denied: [],
  deniedActions: [],
  allowed: allowed.filter((it) => it !== line),
  allowedActions: allowedActions.filter((it) => it !== line),
});

export type Line = Printed['allowed'][number] | Printed['allowedActions'][number];

/** `create pods/eviction`, `eks:DescribeNodegroup on arn:…`: how the tables of the tests name a line. */
export function inWords(line: Line): string {
  if ('action' in line) return `${line.action} on ${kindOf(line.on[0] ?? '')}`;
  const { verb, group, resource, subresource } = line;
  return `${verb} ${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
}

/** What an ARN is about, without what differs from cluster to cluster: `nodegroup`, `role nodes`. */
function kindOf(arn: string): string {
  if (arn === '*') return 'anything';
  const path = arn.split(':').slice(5).join(':').split('/');
  return path[0] === 'role' ? `role ${path.at(-1)?.replace(/^[a-z0-9]+-/, '')}` : path[0] || 'what is missing';
}

interface Rules {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string };
  readonly rules?: readonly {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly resourceNames?: readonly string[];
    readonly verbs: readonly string[];
  }[];
}

function allowedBy(yaml: string): Printed['allowed'] {
  const documents = parseAllDocuments(yaml).map((it) => it.toJS() as Rules);
  return documents.flatMap(({ metadata: { namespace }, rules = [] }) =>
    rules.flatMap(({ apiGroups, resources, resourceNames = [undefined], verbs }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((path) =>
          resourceNames.flatMap((name) =>
            verbs.map((verb) => {
              const [resource = '', subresource] = path.split('/');
              return {
                verb,
                group,
                resource,
                ...(subresource !== undefined && { subresource }),
                ...(namespace !== undefined && { namespace }),
                ...(name !== undefined && { name }),
              };
            }),
          ),
        ),
      ),
    ),
  );
}

async function output(...argv: readonly string[]): Promise<string> {
  const around = surroundings();
  const exit = await main(['permissions', ...argv], async () => ({ compose }), around);
  if (exit !== 0) throw new TypeError(around.printed.err);
  return around.printed.out;
}
