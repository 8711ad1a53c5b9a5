import type { PlannedAction } from '../plan.ts';
import { actionLine } from './words.ts';

/** One line that says all that matters of a request to Kubernetes; other actions by operation and object. */
export const shortAction = (action: PlannedAction): string => shortened(action) ?? actionLine(action);

/** Whether the short line says everything that a reader has to know: then the body may be left out. */
export const isShort = (action: PlannedAction): boolean => shortened(action) !== null;

function shortened({ operation, object, parameters }: PlannedAction): string | null {
  const [verb = '', resource = ''] = operation.replace(/^k8s:/, '').split(' ');
  if (!operation.startsWith('k8s:')) return null;
  const { body = {} } = parameters as { readonly body?: Body };
  if (verb === 'evict') return `evict ${object}${uidOf(body)}`;
  if (resource === 'nodes' && verb === 'patch') return nodePatch(object, body);
  return verb === 'patch' ? null : `${verb} ${resource.replace(/s$/, '')} ${object}`;
}

interface Body {
  readonly metadata?: object;
  readonly spec?: { readonly unschedulable?: boolean | null };
  readonly deleteOptions?: { readonly preconditions?: { readonly uid?: string } };
}

function uidOf({ deleteOptions }: Body): string {
  const uid = deleteOptions?.preconditions?.uid;
  return uid === undefined ? '' : ` (uid ${uid})`;
}

/** A patch of a node that does more than to cordon it is shown whole. */
function nodePatch(object: string, { spec = {} }: Body): string | null {
  return Object.keys(spec).join() === 'unschedulable' && spec.unschedulable === true ? `cordon ${object}` : null;
}
