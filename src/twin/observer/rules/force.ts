import { FINE, type Rule, wrong } from '../rule.ts';

/** `force` on no call. */
export const force: Rule = {
  name: 'force',
  judge: ({ operation, body }) => (body.force ? wrong([`${operation} by force`]) : FINE),
};
