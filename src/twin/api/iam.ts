import type { Access } from '../scenario/access-schema.ts';

/**
 * Whether the caller may do this to the thing with this ARN (`*` where the action has none), as IAM decides: what is denied
 * is denied, and where there is a list of what is allowed, everything else is denied too
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html).
 */
export function mayAct({ deniedActions, allowedActions }: Access, action: string, arn: string): boolean {
  if (deniedActions.includes(action)) return false;
  if (allowedActions === undefined) return true;
  return allowedActions.some((it) =>
    typeof it === 'string' ? it === action : it.action === action && it.on.some((pattern) => fits(pattern, arn)),
  );
}

const fits = (pattern: string, arn: string): boolean =>
  new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`).test(arn);

const literal = (part: string): string => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
