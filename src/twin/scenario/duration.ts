import { z } from 'zod';

const PATTERN = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/;

/** A duration as people write it (`28m06s`, `1h`, `500ms`) or as a number of milliseconds; read into milliseconds. */
export const duration = z.union([z.number().min(0), z.string()]).transform((given, context) => {
  const parts = typeof given === 'string' && given !== '' ? PATTERN.exec(given) : null;
  if (typeof given === 'number') return given;
  if (parts === null) {
    context.addIssue({ code: 'custom', message: 'expected a duration such as "90s", "28m06s" or "1h"' });
    return z.NEVER;
  }
  const [, hours, minutes, seconds, ms] = parts;
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000 + Number(seconds ?? 0) * 1000 + Number(ms ?? 0);
});

/** An instant in RFC 3339, kept as text. */
export const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)) && /^\d{4}-\d\d-\d\dT/.test(text), {
  message: 'expected an instant such as "2022-03-05T17:30:00Z"',
});
