import type { Explained } from '#errors/catalogue/find-code';

const HEAD = `# Codes

Every code that \`upgrade\` shows, what it means, how the cluster stands then, and what to do. \`upgrade explain <code>\` says the same in a terminal.
This page is printed by \`upgrade explain -o markdown\`; its source is \`src/errors/catalogue/\`.

Codes in brackets after the words of AWS or Kubernetes (\`[ResourceInUseException, 409]\`) are theirs and are not listed here.
`;

/** The codes as a page, by topic. */
export function codesAsMarkdown(codes: readonly Explained[]): string {
  const parts: string[] = [HEAD];
  let last = '';
  for (const it of codes) {
    if (it.topic !== last) parts.push(`## ${it.topic}\n`);
    last = it.topic;
    parts.push(codeAsMarkdown(it));
  }
  return parts.join('\n');
}

function codeAsMarkdown({ code, title, means, state, todo, source }: Explained): string {
  const lines = [
    ['Means', means],
    ['Cluster', state],
    ['To do', todo],
    ['Source', source && `<${source}>`],
  ].flatMap(([name, text]) => (text ? [`- ${name}: ${marked(text)}`] : []));
  return [`### \`${code}\`: ${marked(title ?? '')}`, '', ...lines, ''].join('\n');
}

// Placeholders such as <cluster> would be taken for HTML where they do not stand in backquotes.
const marked = (text: string): string =>
  text
    .split(/(`[^`]*`|<https:[^>]*>)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '\\<')))
    .join('');
