import { UpgradeError } from '#errors/upgrade-error';

/**
 * A command that its log keeps from its work has done nothing, and can be typed again once the place is mended.
 * `cluster`: what is true of the cluster meanwhile.
 */
export function nothingDone(error: unknown, again: string, cluster = ''): unknown {
  if (!(error instanceof UpgradeError) || !OF_THE_LOG.includes(error.code)) return error;
  const { code, message, hint, exit } = error;
  return new UpgradeError(code, `${message}. Nothing was done${cluster && `; ${cluster}`}`, {
    hint: `${hint === null ? '' : `${hint}\nthen: `}${again}`,
    exit,
    cause: error.cause,
  });
}

/** Of a run that nobody drives. */
export const STANDS = 'the cluster stands where the run left it';

const OF_THE_LOG: readonly string[] = [
  'LogNotWritable',
  'LogUncertain',
  'LogUnreadable',
  'ChainBroken',
  'ProcedureDiffers',
];
