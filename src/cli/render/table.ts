/** Columns like `kubectl get`: upper-case heads, two or more blanks between columns, none at the end. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heads.map((it) => it.toUpperCase()), ...rows];
  const widths = heads.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return `${all.map((row) => formatRow(row, widths)).join('\n')}\n`;
}

const formatRow = (row: readonly string[], widths: readonly number[]): string =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('   ')
    .trimEnd();

/** `name      value` lines; continuation lines are indented. Pairs without a value are left out. */
export function formatFields(pairs: readonly (readonly [string, string | null])[]): string {
  const shown = pairs.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
  const width = Math.max(...shown.map(([name]) => name.length)) + 2;
  return shown
    .map(([name, text]) => `${name.padEnd(width)}${text.replaceAll('\n', `\n${' '.repeat(width)}`)}\n`)
    .join('');
}
