interface Page<T> {
  readonly items: readonly T[];
  readonly nextToken: string | null | undefined;
}

/** The items of all pages, in the API's order; `read` gets what to add to its request. */
export async function allPages<T>(read: (more: { nextToken?: string }) => Promise<Page<T>>): Promise<readonly T[]> {
  const items: T[] = [];
  let more: { nextToken?: string } = {};
  for (;;) {
    const page = await read(more);
    items.push(...page.items);
    if (!page.nextToken) return items;
    more = { nextToken: page.nextToken };
  }
}
