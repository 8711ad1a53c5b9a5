/** Acts on all items, so many at a time; the results in the order of the items. */
export async function inLanes<In, Out>(
  items: readonly In[],
  lanes: number,
  act: (item: In) => Promise<Out>,
): Promise<readonly Out[]> {
  const results: Out[] = [];
  const left = [...items.entries()];
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await act(next[1]);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
