import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { Call } from '../command.ts';
import { wrongUse } from '../parse-option.ts';

/** Where runs are kept: `--state`, else `$XDG_STATE_HOME/eks-upgrade-runbook`, else `~/.local/state/eks-upgrade-runbook`. */
export function stateFolder({ options, around }: Call): string {
  if (options.state === undefined) return defaultFolder(around.env);
  if (/^[a-z0-9]+:\/\//i.test(options.state)) {
    throw wrongUse(
      `--state ${options.state}: this version keeps runs in a folder only`,
      'give a path, for example on a shared disk',
    );
  }
  return resolve(around.folder, options.state);
}

/** The same for a command that begins a run: a job must not leave its log in a home folder that goes away with it. */
export function stateFolderForNewRun(call: Call): string {
  if (call.options.state === undefined && !call.around.terminal) {
    throw wrongUse(
      'without a terminal, the folder for the log of the run must be named',
      '--state <folder>: one that outlives this job',
    );
  }
  return stateFolder(call);
}

function defaultFolder(env: Readonly<Record<string, string | undefined>>): string {
  // A relative XDG path is invalid (https://specifications.freedesktop.org/basedir-spec/latest/).
  const xdg = env.XDG_STATE_HOME;
  return join(xdg && isAbsolute(xdg) ? xdg : join(homeOf(env), '.local', 'state'), 'eks-upgrade-runbook');
}

// A container may run under a user id that the system does not know: then there is no home to fall back to.
function homeOf({ HOME: home }: Readonly<Record<string, string | undefined>>): string {
  if (home) return home;
  try {
    return homedir();
  } catch {
    throw wrongUse(
      'this user has no home folder (HOME is not set), so nothing says where runs are kept',
      '--state <folder>',
    );
  }
}
