import { type Entry, UNTOUCHED } from './entry.ts';

/** What was typed, and the files that were named. */
export const TYPED = {
  WrongUse: {
    title: 'the command line cannot be understood',
    means:
      'A command, option or argument is unknown, missing, or does not fit the others. The message says which one and what would be right.',
    state: UNTOUCHED,
    todo: 'Type what the arrow below the message says; `upgrade <command> --help` shows options and examples.',
  },
  OutputLost: {
    title: 'what the command printed did not arrive',
    means:
      'Standard output goes to a file whose disk is full, or cannot be written for another reason; the words of the system are in the message. The work was done all the same, as the log of the run shows. A reader that leaves (`| head`) is no such case.',
    state: 'It stands as the command itself ended; its exit code is in the message.',
    todo: 'Make room, or write elsewhere; `upgrade status` tells where the run stands.',
  },
  UnknownHop: {
    title: 'there is no runbook for this hop',
    means: 'The name given is neither a hop that comes with this version nor the path of a runbook file.',
    state: UNTOUCHED,
    todo: 'Name one of the hops that the message lists, or give the path of your own runbook, ending in .yaml.',
  },
  RunbookInvalid: {
    title: 'the runbook does not fit its format',
    means:
      'The file is not YAML, has unknown or missing fields, or values that contradict each other. Every problem is named with file, line, column and what was expected; nothing was read from a cluster.',
    state: UNTOUCHED,
    todo: 'Correct the places that are named, then: `upgrade runbook validate <file>`. The format is in docs/runbook-format.md.',
  },
  RunbookUnreadable: {
    title: 'the runbook file cannot be read',
    means: 'The path leads to no file, or the system refuses to read it; its own words are in the message.',
    state: UNTOUCHED,
    todo: 'Check the path and its permissions: `ls -l <file>`.',
  },
  ScenarioNotFound: {
    title: 'there is no such scenario',
    means: 'The text after `--scenario` is neither a scenario that comes with the tool (`ekstest`) nor a file.',
    state: UNTOUCHED,
    todo: 'Check the path, or use `--scenario ekstest`.',
  },
  ScenarioInvalid: {
    title: 'the scenario or snapshot does not fit its format',
    means:
      'The file is not YAML or JSON, or one of its values is not what the twin takes. File, line and column are named where they are known.',
    state: UNTOUCHED,
    todo: 'Correct the places that are named. The format is in docs/twin.md.',
  },
} satisfies Readonly<Record<string, Entry>>;
