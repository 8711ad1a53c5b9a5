import type { Entry } from './entry.ts';

const ASKED_AGAIN = 'While a run works it is no failure: the run asks again and says what it waits for.';

/** Codes in brackets that are ours, where the other side gave none. All others in brackets are the API's own. */
export const NO_ANSWERS = {
  Unparsable: {
    title: "an answer came that is not the API's",
    means: 'A page of a proxy, half an answer, or JSON of another shape. It is never taken for "there is none".',
    state: ASKED_AGAIN,
    todo: 'Look at what stands between: HTTPS_PROXY, NO_PROXY, AWS_ENDPOINT_URL.',
  },
  ConnectionFailed: {
    title: 'no answer, and the system does not say why',
    means:
      'The connection ended without an error code. With one, the code of the system stands there: ECONNREFUSED, ENOTFOUND, ECONNRESET.',
    state: ASKED_AGAIN,
    todo: 'Check the network: `curl -vk <endpoint>/version`.',
  },
  ETIMEDOUT: {
    title: 'no answer in time',
    means: 'No connection within 5 s, or no answer within 60 s.',
    state: ASKED_AGAIN,
    todo: 'Check network, security groups and proxy: `curl -vk <endpoint>/version`.',
  },
  NotSent: {
    title: 'a change was decided and then not sent',
    means:
      'The process was stopped (a closed laptop, SIGSTOP) for more than 10 s after it had made sure that the run is its own and before the request was on the wire. Somebody else may have taken the run over meanwhile.',
    state: 'The change was not made. The run makes sure again that it is its own, then looks, then acts.',
    todo: 'Nothing.',
  },
  Closed: {
    title: 'the watches are closed already',
    means: 'The command is ending and was asked for the state of the cluster once more.',
    state: null,
    todo: 'Nothing.',
  },
  NotAsked: {
    title: 'a fact that a check needs was not asked for',
    means: 'A check came without its question: a defect of upgrade.',
    state: 'Nothing was changed on the strength of it: a missing fact blocks.',
    todo: 'Report it.',
  },
  KubeconfigCredentials: {
    title: 'the kubeconfig gives no credentials',
    means: 'Its exec plugin failed or its token file cannot be read; the words of the plugin are in the message.',
    state: ASKED_AGAIN.replace('the run asks again and says what it waits for', 'the run pauses'),
    todo: 'Run the plugin by hand (`kubectl get nodes` shows the same error), sign in, then `upgrade resume`.',
  },
} satisfies Readonly<Record<string, Entry>>;
