/** The first of many, joined, and how many more there are: a failure is kept in a record, which holds at most 64 KiB. */
export function listSome(items: readonly string[], separator = '; ', most = 20): string {
  const more = items.length - most;
  return more > 0 ? [...items.slice(0, most), `and ${more} more`].join(separator) : items.join(separator);
}
