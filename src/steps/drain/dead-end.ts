import { podName } from '#domain/drain/pod-facts';
import type { Turn } from '#domain/drain/scene';
import type { FailureCode } from '#errors/catalogue/catalogue';
import { listSome } from '#errors/list-some';
import { UpgradeError } from '#errors/upgrade-error';

type Failed = Extract<Turn, { kind: 'fail' }>;

/** The error when some pods need a person and nothing else can make progress; null while something can. */
export function deadEnd(node: string, turns: readonly Turn[]): UpgradeError | null {
  const failed = turns.filter((it) => it.kind === 'fail');
  const moving = turns.some((it) => it.kind === 'evict' || (it.kind === 'wait' && it.code !== 'LATER_WAVE'));
  const [first] = failed;
  if (!first || moving) return null;
  const hints = listSome([...new Set(failed.map((it) => it.hint))], '\n', 5);
  return new UpgradeError(errorCode(first), `node ${node} cannot be emptied: ${listSome(failed.map(formatFailed))}`, {
    hint: hints,
  });
}

const formatFailed = (it: Failed): string => `pod ${podName(it.pod)}: ${it.why} [${it.code}]`;

function errorCode({ code }: Failed): FailureCode {
  if (code.startsWith('TERMINATING')) return 'PodStuck';
  if (code === 'PDB_CLOSED') return 'BudgetClosed';
  return code === 'PDB_MULTIPLE' ? 'SeveralBudgets' : 'EvictionRefused';
}
