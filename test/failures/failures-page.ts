import { type FailureCase, TOPICS } from './failure-case.ts';

/** docs/failures.md: every failure that is played, what happens, and how it ends. `golden`: the text of a golden file. */
export function failuresPage(cases: readonly FailureCase[], golden: (name: string) => string): string {
  const parts = TOPICS.map((topic) =>
    partOf(
      topic,
      cases.filter((it) => it.topic === topic),
      golden,
    ),
  );
  return `${[head(cases.length), ...parts.filter((it) => it !== '')].join('\n\n')}\n`;
}

const head = (count: number): string => `# Failures

What can go wrong, and what \`upgrade\` does about it: ${count} failures. Each is played by real processes over the wire
(\`npm run test:failures\`); what they print is in \`test/golden/failures/\`, under the name in the last column.
None of them may end in "done" without being done, hang, show a stack trace or a secret, or break a safety rule
while the observer of the twin looks on.

How to read the endings: the exit code of \`upgrade run\` with its code in brackets (\`upgrade explain <code>\`), then what was
typed once the cause was mended, and how that ended.`;

function partOf(topic: string, cases: readonly FailureCase[], golden: (name: string) => string): string {
  if (cases.length === 0) return '';
  const rows = cases.map((it) => row([it.goesWrong, it.happens, endingsIn(golden(it.name)), it.name]));
  return [`## ${topic}`, '', '| goes wrong | happens | endings | played as |', '|---|---|---|---|', ...rows].join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.map((it) => it.replaceAll('|', '\\|')).join(' | ')} |`;

/** `run 1 [UpdateFailed]; retry, resume 0`: the commands of a golden file, each with its exit code, code in brackets. */
function endingsIn(text: string): string {
  const commands = text.split(/^\$ upgrade /m).slice(1);
  return commands.map(endingOf).join(', ');
}

function endingOf(command: string): string {
  const [verb = ''] = command.split(/\s/);
  const exit = /^exit (\S+)$/m.exec(command)?.[1] ?? '';
  const codes = [...command.matchAll(/\[([A-Z][A-Za-z]+)\]\s*$/gm)].map(([, code]) => code);
  const shown =
    exit === '0'
      ? ''
      : codes
          .slice(-1)
          .map((code) => ` \`${code}\``)
          .join('');
  return `${verb} ${exit}${shown}`;
}
