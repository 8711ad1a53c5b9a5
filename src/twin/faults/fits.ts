/** Whether an operation is meant by one of the patterns of a scenario: `*` is one of its words, at the end all the rest. */
export const isMeant = (patterns: readonly string[], operation: string): boolean =>
  patterns.some((pattern) => expressionOf(pattern).test(operation));

const known = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const expression =
    known.get(pattern) ?? new RegExp(`^${pattern.replace(/\*$/, '.*').replace(/\*(?=[: ])/g, '[^: ]*')}$`);
  known.set(pattern, expression);
  return expression;
}
