import { timingSafeEqual } from 'node:crypto';
import { isEksToken } from './eks-token.ts';

/** What a token is compared with. */
export interface TokenRules {
  /** The token of the kubeconfig. */
  readonly token: string;
  /** Now by the machine's clock; null under time by consent, where the age of a token is not judged. */
  readonly now: () => number | null;
}

/** True when the Authorization header carries the kubeconfig's token or one that EKS would take. */
export function isAuthenticated(authorization: string | undefined, rules: TokenRules): boolean {
  const token = bearer(authorization);
  if (token === null) return false;
  return sameText(token, rules.token) || isEksToken(token, rules.now());
}

/** The token of `Bearer <token>`; null when there is none. */
export function bearer(authorization: string | undefined): string | null {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Compares secrets without telling by time how much of them is right. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
