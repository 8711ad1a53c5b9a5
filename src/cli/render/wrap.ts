/** The text in lines of at most `width` characters; breaks of the text stay, words and commands in backquotes are not torn. */
export const wrap = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n');

const PIECES = /\S*`[^`]*`\S*|\S+/g;

function wrapLine(line: string, width: number): string {
  const lines: string[] = [];
  for (const piece of line.match(PIECES) ?? []) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + piece.length <= width) lines[lines.length - 1] = `${last} ${piece}`;
    else lines.push(piece);
  }
  return lines.join('\n');
}
