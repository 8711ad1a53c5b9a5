import { type Entry, RETRY } from './entry.ts';

const STANDS = 'The refused request changed nothing; what the run did before stands.';

/** A request that AWS or Kubernetes refuses, where no step knows more about it. The API's own code and words are in the message. */
export const REFUSALS = {
  NotFound: {
    title: 'what was asked about does not exist (any more)',
    means:
      'The API itself says 404 about something the run relies on: a node group, an update, an add-on. Somebody has deleted it, or an update id is unknown for longer than the two minutes that EKS may need.',
    state: STANDS,
    todo: `Find out who removed it; restore it, or give the run up: \`upgrade abort\`. ${RETRY}`,
  },
  Conflict: {
    title: 'something else is changing the same thing',
    means:
      'The API answers 409: another operation is in progress on the cluster, group or add-on, or the object was changed meanwhile.',
    state: STANDS,
    todo: `Wait for its end: \`aws eks list-updates --name <cluster>\`. ${RETRY}`,
  },
  InvalidState: {
    title: 'EKS does not find the cluster ready for the update',
    means:
      'EKS has upgrade insights that block the update (InvalidStateException). It could be overridden with a force flag, which this tool does not send.',
    state: STANDS,
    todo: `See what it objects to: \`aws eks list-insights --cluster-name <cluster>\`, \`aws eks describe-insight\`. Mend it. ${RETRY}`,
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/cluster-insights.html',
  },
  ResourceLimitExceeded: {
    title: 'an AWS quota is used up',
    means:
      'EKS refuses to create something because the account has as many as its quota allows, usually node groups per cluster.',
    state: STANDS,
    todo: `Free some or raise the quota: \`aws service-quotas list-service-quotas --service-code eks\`. ${RETRY}`,
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/service-quotas.html',
  },
  InvalidRequest: {
    title: 'the API does not take the request as it is',
    means:
      'Answer 400 or 422: a value in the request is not allowed, or the object is in a state that does not allow it. The API names the value. The exact request is in `upgrade plan` and in the log of the run.',
    state: STANDS,
    todo: `Mend what the API names (version, subnet, role, launch template …). ${RETRY} If the request itself is wrong, it is a defect of upgrade: report it with the message.`,
  },
  Refused: {
    title: 'the API refuses, for a reason of its own',
    means:
      "A refusal that asking again would not change and that has no code of ours, among them a 404 that is not the API's own (a proxy's page).",
    state: STANDS,
    todo: `The API's own code and words stand in brackets: mend what they name. ${RETRY}`,
  },
} satisfies Readonly<Record<string, Entry>>;
