/** Raw scores on the scale from 0 (the least) to 100 (the greatest), in whole numbers; all 0 when they are equal. */
export function scaled(raw: readonly number[]): readonly number[] {
  const least = Math.min(...raw);
  const range = Math.max(...raw) - least;
  return raw.map((it) => (range > 0 ? Math.trunc(100 * ((it - least) / range)) : 0));
}

/** Raw scores from 0 on as shares of the greatest, 0–100 in whole numbers; all 0 when there is none. */
export function shares(raw: readonly number[]): readonly number[] {
  const greatest = Math.max(...raw);
  return raw.map((it) => (greatest > 0 ? Math.trunc((100 * it) / greatest) : 0));
}
