import type { Permissions, PermissionsOf } from '../../compose/composition.ts';
import { formatTable } from './table.ts';

const WHAT: Readonly<Record<PermissionsOf['purpose'], string>> = {
  plan: '`upgrade plan`, which only reads',
  run: '`upgrade run` and everything around it: status, resume, retry, abort, take-over',
  drain: 'freezing, cordoning and emptying node groups: the part of `upgrade run` that is the drain',
};

const WHERE: Readonly<Record<string, string>> = {
  'launch-template': 'of groups with a launch template',
  'add-on-role': 'of add-ons with a role',
};

/** The rights for people: what, on what, why; and how they are granted. */
export function permissionsText({ aws, kubernetes }: Permissions, purpose: PermissionsOf['purpose']): string {
  const actions = aws.map((it) => [it.action, it.on === 'any' ? '*' : it.on, `${conditionOf(it)}${it.why}`]);
  const rights = kubernetes.map((it) => [it.verb, resourceOf(it), it.namespace ?? '', it.why]);
  return `Rights for ${WHAT[purpose]}.

In AWS, as a policy: upgrade permissions --for ${purpose} -o iam

${indented(formatTable(['action', 'on', 'why'], actions))}
In Kubernetes, as roles: upgrade permissions --for ${purpose} -o rbac

${indented(formatTable(['verb', 'resource', 'namespace', 'why'], rights))}
What every user of a cluster may do is not listed: discovery, /version, asking about its own rights.
More: docs/permissions.md
`;
}

function conditionOf({ within, where, optional }: Permissions['aws'][number]): string {
  const parts = [
    ...(optional ? ['may be left out'] : []),
    ...(within === undefined ? [] : [`in ${within}`]),
    ...(where === undefined ? [] : [WHERE[where]]),
  ];
  return parts.length === 0 ? '' : `(${parts.join(', ')}) `;
}

function resourceOf({ group, resource, subresource, name }: Permissions['kubernetes'][number]): string {
  const what = `${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
  return name === undefined ? what : `${what} ${name}`;
}

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');
