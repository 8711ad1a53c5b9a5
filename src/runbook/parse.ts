import { type Document, LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { z } from 'zod';
import { locateKey, locateValue, type Path } from './locate.ts';
import { inFileOrder, type Problem } from './problem.ts';
import type { AddonsByMoment, Runbook } from './runbook.ts';
import { type RunbookFile, runbookSchema } from './schema.ts';

export type ParsedRunbook =
  | { readonly kind: 'runbook'; readonly runbook: Runbook }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** The text of a runbook file as a runbook, or everything that is wrong with it, in the order of the file. */
export function parseRunbook(text: string): ParsedRunbook {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  // Somebody else's file may hold secrets: of a file that is no runbook nothing is repeated.
  const isRunbook = document.contents === null || LOOKS_LIKE_ONE.test(text);
  if (document.errors.length > 0)
    return { kind: 'invalid', problems: inFileOrder(document.errors.map((it) => syntaxProblem(it, lines, isRunbook))) };
  if (!isRunbook) return { kind: 'invalid', problems: [NO_RUNBOOK] };
  const plain = expand(document);
  if (plain.kind === 'too-large') return { kind: 'invalid', problems: [ALIASES] };
  const checked = runbookSchema.safeParse(plain.value);
  if (checked.success) return { kind: 'runbook', runbook: inDomainWords(checked.data) };
  return { kind: 'invalid', problems: inFileOrder(checked.error.issues.flatMap((issue) => problemsOf(issue))) };

  function problemsOf(issue: z.core.$ZodIssue): readonly Problem[] {
    const path = issue.path as Path;
    const places =
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => locateKey(document, lines, path, key))
        : [locateValue(document, lines, path)];
    return places.map((place) => ({ ...place, path: formatPath(path), expected: issue.message }));
  }
}

/** A key that every runbook has, at the margin or in a YAML mapping of one line. */
const LOOKS_LIKE_ONE = /^[{\s]*["']?(format|hop|strategy|checks|gates)["']?\s*:/m;

const WHOLE = { line: 1, column: 1, path: '' } as const;
const NO_RUNBOOK: Problem = { ...WHOLE, found: 'a file that is no runbook', expected: 'a mapping with format, hop, …' };
const ALIASES: Problem = { ...WHOLE, found: 'aliases that multiply without end', expected: 'each value written out' };

/** The values of the file; not those of one whose aliases would fill the memory. */
function expand(
  document: Document,
): { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'too-large' } {
  try {
    return { kind: 'value', value: document.toJS() };
  } catch (thrown) {
    if (thrown instanceof ReferenceError) return { kind: 'too-large' };
    throw thrown;
  }
}

function syntaxProblem(error: YAMLError, lines: LineCounter, mayRepeat: boolean): Problem {
  const { line, col } = lines.linePos(error.pos[0]);
  return {
    line,
    column: col,
    path: '',
    found: `a text that is not YAML (${mayRepeat ? error.message : error.code})`,
    expected: 'a YAML mapping',
  };
}

const formatPath = (path: Path): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  );

function inDomainWords(file: RunbookFile): Runbook {
  const { node, podAfterGrace, newGroup, addon, delete: deletion, controlPlaneWarning } = file.limits;
  return {
    hop: file.hop,
    strategy: file.strategy,
    checks: file.checks,
    removedApis: file.removedApis,
    addons: addonsByMoment(file.addons),
    gates: file.gates,
    bakeMs: file.bake,
    limits: {
      nodeMs: node,
      podAfterGraceMs: podAfterGrace,
      newGroupMs: newGroup,
      addonMs: addon,
      deleteMs: deletion,
      controlPlaneWarningMs: controlPlaneWarning,
    },
    notes: file.notes,
  };
}

function addonsByMoment(moments: RunbookFile['addons']): AddonsByMoment {
  const at = (when: RunbookFile['addons'][number]['when']) => moments.find((it) => it.when === when)?.each ?? [];
  return {
    beforeControlPlane: at('before-control-plane'),
    beforeDelete: at('before-delete'),
    afterDelete: at('after-delete'),
  };
}
