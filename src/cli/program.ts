import { Command as Commander, CommanderError } from 'commander';
import { withAbsolutePaths } from './absolute-paths.ts';
import type { Command } from './command.ts';
import { OPTIONS } from './option-table.ts';
import { NO_OPTIONS, type Options } from './option-values.ts';
import { wrongUse } from './parse-option.ts';
import type { Surroundings } from './surroundings.ts';

/** What was typed: a command with its arguments, or nothing more to do (`--help`, `--version`). */
export type Typed =
  | {
      readonly kind: 'command';
      readonly command: Command;
      readonly arguments: readonly string[];
      readonly options: Options;
    }
  | { readonly kind: 'answered' };

const ENDING = `
Exit codes: 0 done, 1 failed or parked, 2 wrong use, 3 blocked before any change,
            4 paused or waiting at a gate, 5 held by another run, 6 aborted`;

/** Understands the command line; throws `WrongUse` for what it does not understand. */
export function parse(
  argv: readonly string[],
  commands: readonly Command[],
  tool: string,
  around: Surroundings,
): Typed {
  let typed: Typed = { kind: 'answered' };
  const root = program('upgrade', around)
    .description(
      'Moves an Amazon EKS cluster to the next Kubernetes minor version, step by step; can stop at any moment and go on later.',
    )
    .version(tool, '-V, --version', 'print the version')
    .addHelpText('after', ENDING);
  for (const command of commands) {
    addCommand(root, command, around, (args, options) => {
      typed = { kind: 'command', command, arguments: args, options };
    });
  }
  try {
    root.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'answered' };
    throw wrongUse(...explain(error, argv, commands));
  }
  return typed;
}

const GROUPS: Readonly<Record<string, string>> = {
  runbook: 'work on runbooks: validate',
  twin: 'a model cluster to try things on: serve',
};

type Chosen = (args: readonly string[], options: Options) => void;

function addCommand(root: Commander, command: Command, around: Surroundings, chosen: Chosen): void {
  const words = command.name.split(' ');
  const parent = words.length === 1 ? root : group(root, words[0] ?? '', around);
  const it = program(words.at(-1) ?? '', around).description(command.summary);
  for (const argument of command.arguments) it.argument(argument);
  for (const name of command.options) {
    const row: { flags: string; text: string; parse?: unknown; initial?: unknown } = OPTIONS[name];
    const text = command.told?.[name] ?? (name === 'output' ? command.outputs.join(', ') : row.text);
    if (row.parse) it.option(row.flags, text, row.parse as (text: string, before: unknown) => unknown, row.initial);
    else it.option(row.flags, text);
  }
  it.addHelpText('after', `\nExamples:\n${command.examples.map((line) => `  ${line}`).join('\n')}`);
  it.action(() => chosen(it.args, withAbsolutePaths(checked(command, { ...NO_OPTIONS, ...it.opts() }), around.folder)));
  parent.addCommand(it);
}

function checked(command: Command, options: Options): Options {
  if (command.outputs.includes(options.output)) return options;
  throw wrongUse(
    `-o ${options.output}: "upgrade ${command.name}" cannot print that`,
    `one of: ${command.outputs.join(', ')}`,
  );
}

function group(root: Commander, name: string, around: Surroundings): Commander {
  const found = root.commands.find((it) => it.name() === name);
  if (found) return found;
  const it = program(name, around).description(GROUPS[name] ?? '');
  root.addCommand(it);
  return it;
}

const program = (name: string, around: Surroundings): Commander =>
  new Commander(name)
    .exitOverride()
    .helpCommand(false)
    .allowExcessArguments(false)
    .configureOutput({ writeOut: around.out, writeErr: () => {}, getOutHelpWidth: () => 100 });

/** Commander's own words without its prefix, and what can be typed instead. */
function explain(error: CommanderError, argv: readonly string[], commands: readonly Command[]): [string, string] {
  const names = commands.map((it) => it.name);
  if (error.code === 'commander.help') return missing(argv, names);
  if (error.code === 'commander.unknownCommand') {
    const [group, of] = commandsOf(argv, names);
    const word = argv[group === '' ? 0 : 1] ?? '';
    return [
      `"${[group, word].filter(Boolean).join(' ')}" is no command`,
      `one of: ${of.join(', ')}; see upgrade ${[group, '--help'].filter(Boolean).join(' ')}`,
    ];
  }
  const typed = names.find((name) => argv.join(' ').startsWith(name));
  return [error.message.replace(/^error: /, '').replaceAll('\n', ' '), `see upgrade ${typed ? `${typed} ` : ''}--help`];
}

function missing(argv: readonly string[], names: readonly string[]): [string, string] {
  const [group, of] = commandsOf(argv, names);
  if (group === '') return ['a command is missing', `one of: ${of.join(', ')}; see upgrade --help`];
  return [`"upgrade ${group}" needs a command`, `one of: ${of.join(', ')}; see upgrade ${group} --help`];
}

/** The group of commands that was typed (empty: none), and the commands in it. */
function commandsOf([first = '']: readonly string[], names: readonly string[]): [string, readonly string[]] {
  const of = names.filter((name) => name.startsWith(`${first} `));
  return of.length > 0 ? [first, of] : ['', names];
}
