import { type Answer, value } from '#ports/answer';

const AT_ONCE = 5;

/** One question per item, a few at once, in the order given: all values, or the first answer that is none. */
export async function mapAnswers<Item, T>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer<T>>,
): Promise<Answer<readonly T[]>> {
  const values: T[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    const answers = await Promise.all(items.slice(start, start + AT_ONCE).map(ask));
    for (const answer of answers) {
      if (answer.kind !== 'value') return answer;
      values.push(answer.value);
    }
  }
  return value(values);
}

/** Goes on with the value, if there is one. */
export async function thenAsk<T, U>(
  answer: Answer<T>,
  next: (it: T) => Answer<U> | Promise<Answer<U>>,
): Promise<Answer<U>> {
  return answer.kind === 'value' ? next(answer.value) : answer;
}
