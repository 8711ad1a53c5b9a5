/** `20211109-083038-7f3a`: sorts by the start (UTC), fit for a folder, a tag and a label. */
export function runId(now: number, randomHex: string): string {
  const digits = new Date(now).toISOString().replaceAll(/[-:T]/g, '');
  return `${digits.slice(0, 8)}-${digits.slice(8, 14)}-${randomHex.slice(0, 4)}`;
}
