import type { Command } from '../command.ts';
import { abort } from './abort.ts';
import { approve } from './approve.ts';
import { explain } from './explain.ts';
import { graph } from './graph.ts';
import { pause } from './pause.ts';
import { permissions } from './permissions.ts';
import { plan } from './plan.ts';
import { resume } from './resume.ts';
import { retry } from './retry.ts';
import { run } from './run.ts';
import { runbookValidate } from './runbook-validate.ts';
import { skip } from './skip.ts';
import { status } from './status.ts';
import { twinServe } from './twin-serve.ts';

/** Every command, in the order of `--help`. */
export const COMMANDS: readonly Command[] = [
  plan,
  run,
  status,
  pause,
  resume,
  approve,
  retry,
  skip,
  abort,
  explain,
  graph,
  permissions,
  runbookValidate,
  twinServe,
];
