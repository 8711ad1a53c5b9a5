import { expect, it, test } from 'vitest';
import { classifyEviction } from '#domain/drain/classify-eviction';
import { value } from '#ports/answer';
import { EVICTION, refused } from '../../builders/drain-answers.ts';

test.each([
  ['an acceptance', value('accepted'), 'accepted'],
  ['a 404', EVICTION.notFound, 'gone'],
  ['a 404 that is not the API server speaking', refused(404, '', '<html>not found</html>'), 'transient'],
  ['a 409', EVICTION.conflict, 'ours-is-gone'],
  ['a 429 with a budget as its cause', EVICTION.budget, 'budget'],
  ['the same with a time to wait', EVICTION.stale, 'budget-stale'],
  ['a 429 without a cause', EVICTION.throttled, 'throttled'],
  ['a 500 about several budgets', EVICTION.severalBudgets, 'several-budgets'],
  ['a 500 about a webhook that does not answer', EVICTION.webhookAway, 'webhook-unavailable'],
  ['any other 500', EVICTION.leaderChange, 'transient'],
  ['a 504', EVICTION.writeConflicts, 'transient'],
  ['a 403 with the namespace as its cause', EVICTION.namespaceTerminating, 'namespace-terminating'],
  ['a 403 of a webhook', EVICTION.webhookDenied, 'webhook-denied'],
  ['a 400 of a webhook', refused(400, '', 'admission webhook "a" denied the request: no'), 'webhook-denied'],
  ['a 403 of the rights', EVICTION.forbidden, 'forbidden'],
  [
    'a 403 about a budget',
    refused(403, 'Forbidden', 'pod disruption budget has negative disruptions allowed'),
    'unknown',
  ],
  ['a 401', refused(401, 'Unauthorized', 'Unauthorized'), 'credentials'],
  ['a 422', refused(422, 'Invalid', 'invalid'), 'unknown'],
  ['no answer', EVICTION.reset, 'transient'],
])('%s means what it says', (_, answer, meaning) => {
  expect(classifyEviction(answer).meaning).toBe(meaning);
});

it("keeps the budget's words and the time the server asks for", () => {
  expect(classifyEviction(EVICTION.budget).words).toBe(
    'The disruption budget web needs 2 healthy pods and has 2 currently',
  );
  expect(classifyEviction(EVICTION.stale).retryAfterSeconds).toBe(10);
});
