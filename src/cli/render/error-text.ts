interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

/** What happened, its stable code, and what to do next. */
export const errorText = ({ code, message, hint }: Told): string =>
  `error: ${message} [${code}]\n${hint === null ? '' : `  → ${hint.replaceAll('\n', '\n    ')}\n`}`;
