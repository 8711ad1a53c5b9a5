import { type Entry, RETRY } from './entry.ts';

/** Updates that EKS carries out under an id: of the control plane and of add-ons. */
export const UPDATES = {
  UpdateInFlight: {
    title: 'somebody else is updating the cluster or the add-on',
    means:
      'EKS lists an update in progress that is not the one this run wants (that one would be adopted). EKS takes one update at a time. Its id, type and start are in the message.',
    state: 'This run started no update of its own.',
    todo: `Wait for its end with the command in the message (\`aws eks describe-update …\`). ${RETRY}`,
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_Update.html',
  },
  UpdateFailed: {
    title: 'EKS ended the update as Failed',
    means:
      'The update that the run follows, of the control plane or of an add-on, ended Failed; the errors that EKS gives are in the message.',
    state:
      'A control plane that fails to update stays at the version it had. An add-on may be at either version: `aws eks describe-addon`.',
    todo: `Mend what the errors name (addresses, security groups, rights, conflicts). ${RETRY} A retry starts a new update.`,
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_ErrorDetail.html',
  },
  UpdateCancelled: {
    title: 'EKS ended the update as Cancelled',
    means:
      'The update that the run follows ended Cancelled. Neither this tool nor the API cancels a running update of a control plane: AWS did.',
    state: 'The control plane stays at the version it had.',
    todo: `\`aws eks describe-update --name <cluster> --update-id <id>\`; ask AWS if it gives no reason. ${RETRY} A retry starts a new update.`,
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
  },
  AddonFailed: {
    title: 'the add-on is in a failed state',
    means:
      'The update ended Successful, but the add-on says CREATE_FAILED, UPDATE_FAILED or DELETE_FAILED. Its health issues are in the message.',
    state: 'Control plane and nodes are not touched by this; the add-on may serve with its old pods.',
    todo: `Mend what the issues name: \`aws eks describe-addon --cluster-name <cluster> --addon-name <addon>\`. ${RETRY}`,
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_AddonIssue.html',
  },
  AddonSettingsChanged: {
    title: 'the configuration values of the add-on were changed after the update was planned',
    means:
      'The log holds a SHA-256 of the configuration values and the names of their keys, never the values, which may be secrets. Right before the update the live values are read and passed on; their SHA-256 is another one now.',
    state: 'The update of this add-on was not started.',
    todo: `See that the values are as they should be: \`aws eks describe-addon --cluster-name <cluster> --addon-name <addon>\`. ${RETRY} A retry takes the values as they are then.`,
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_UpdateAddon.html',
  },
  AddonVersionNotOffered: {
    title: 'EKS offers no such version of the add-on',
    means:
      'The runbook asks for a version, or the default, that EKS does not offer for the target version. Those it offers are in the message.',
    state: 'The add-on was not touched.',
    todo: 'Name an offered version in the runbook: `aws eks describe-addon-versions --addon-name <addon> --kubernetes-version <to>`. A run keeps the runbook it began with, so this one has to be aborted and begun anew.',
  },
  AddonVersionUnreadable: {
    title: 'it cannot be told which add-on version is newer',
    means:
      'The installed or the wanted version is not of the form v1.8.4-eksbuild.1. An add-on is never made older than it is, so nothing is guessed.',
    state: 'The add-on was not touched.',
    todo: 'Give the add-on a version by hand (`aws eks update-addon`), or take it out of the runbook and begin a new run.',
  },
} satisfies Readonly<Record<string, Entry>>;
