/** How much of a record a list for people may take, characters; it stands there twice, in the event and in the memory. */
const LIMIT = 10_000;

/** The lines as a record keeps them: all, or as many as fit and how many more there are. A cluster may have thousands of nodes. */
export function boundLines(lines: readonly string[]): readonly string[] {
  let used = 0;
  const end = lines.findIndex((line) => {
    used += line.length;
    return used > LIMIT;
  });
  return end === -1 ? lines : [...lines.slice(0, end), `and ${lines.length - end} more`];
}
