import type { World } from '../../model/world.ts';
import { FINE, type Json, type Rule, type Verdict, wrongIfDone } from '../rule.ts';

const STARTS: ReadonlySet<string> = new Set([
  'eks:UpdateClusterVersion',
  'eks:CreateNodegroup',
  'eks:UpdateNodegroupConfig',
  'eks:DeleteNodegroup',
  'eks:UpdateAddon',
]);

/**
 * One thing at a time: nothing of the run is started while something that it has started is under way, and nothing a
 * second time. Sizes of several groups may be given back at once.
 */
export function oneUpdate(world: World): Rule {
  const started = new Map<string, string>();
  return {
    name: 'one-update',
    judge: ({ operation, body }) => {
      if (!STARTS.has(operation)) return FINE;
      const running = [...started].filter(([id]) => isUnderWay(world, id));
      const known = new Set(thingsOf(world));
      const told = wrongIfDone(
        running.flatMap(([id, of]) => (mayGoBeside(of, operation, body) ? [] : [beside(operation, body, of, id)])),
      );
      return noting(told, started, known, world, `${operation} ${objectOf(body)}`);
    },
  };
}

/** What an accepted call has begun is remembered; the answer to a used token begins nothing. */
function noting(
  told: Verdict,
  started: Map<string, string>,
  known: ReadonlySet<string>,
  world: World,
  what: string,
): Verdict {
  return (answer) => {
    if (answer.status >= 300) return [];
    const begun = thingsOf(world).filter((id) => !known.has(id));
    for (const id of begun) started.set(id, what);
    return begun.length > 0 ? told(answer) : [];
  };
}

/** Updates that run, and groups that come or go. */
const thingsOf = ({ eks }: World): readonly string[] => [
  ...eks.updates.filter(({ status }) => status === 'InProgress').map(({ id }) => `update ${id}`),
  ...[...eks.nodegroups.values()]
    .filter(({ status }) => status === 'CREATING' || status === 'DELETING')
    .map(({ nodegroupName, status, createdAt }) => `${status} ${nodegroupName} ${createdAt}`),
];

const isUnderWay = (world: World, id: string): boolean => thingsOf(world).includes(id);

const objectOf = (body: Json): string => String(body.nodegroupName ?? body.addonName ?? body.name);

const RESIZE = 'eks:UpdateNodegroupConfig';

/** Sizes of different groups; and after an abort sizes are given back while a new group still comes. */
function mayGoBeside(running: string, operation: string, body: Json): boolean {
  if (operation !== RESIZE || running === `${RESIZE} ${objectOf(body)}`) return false;
  return running.startsWith(`${RESIZE} `) || running.startsWith('eks:CreateNodegroup ');
}

const beside = (operation: string, body: Json, running: string, id: string): string =>
  `${operation} ${objectOf(body)} is started while ${running} (${id}) is under way`;
