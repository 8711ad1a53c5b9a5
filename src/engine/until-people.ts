import type { RunLog } from '#ports/record-log';

/**
 * Does `work` until it ends by itself; its signal is aborted with reason `rest` when somebody has asked for something
 * beyond the `consumed` control entries.
 */
export async function untilPeople<T>(
  log: RunLog,
  consumed: number,
  work: (interrupt: AbortController) => Promise<T>,
): Promise<T> {
  const interrupt = new AbortController();
  const end = new AbortController();
  const watching = log.controlBeyond(consumed - 1, end.signal).then(
    () => (end.signal.aborted ? undefined : interrupt.abort('rest')),
    () => undefined, // The control sequence is looked at after each slice anyway.
  );
  try {
    return await work(interrupt);
  } finally {
    end.abort('over');
    await watching;
  }
}
