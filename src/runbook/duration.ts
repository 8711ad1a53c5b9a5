const DURATION = /^(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/;

/** `10m`, `1h30m`, `45s` as milliseconds; null when the text is no duration. Hours before minutes before seconds, at least one of them. */
export function parseDuration(text: string): number | null {
  const parts = DURATION.exec(text);
  if (!parts || text === '') return null;
  const [hours, minutes, seconds] = [parts[1], parts[2], parts[3]].map((part) => Number(part ?? 0));
  return ((hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * 1000;
}

/** The inverse of `parseDuration`, for people: `1h30m`; whole seconds. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'm'],
    [seconds % 60, 's'],
  ] as const;
  const text = parts.flatMap(([count, unit]) => (count > 0 ? [`${count}${unit}`] : [])).join('');
  return text === '' ? '0s' : text;
}
