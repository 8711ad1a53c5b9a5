import { LineCounter, parseDocument, type YAMLError } from 'yaml';
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
  if (document.errors.length > 0)
    return { kind: 'invalid', problems: inFileOrder(document.errors.map((it) => syntaxProblem(it, lines))) };
  const checked = runbookSchema.safeParse(document.toJS());
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

function syntaxProblem(error: YAMLError, lines: LineCounter): Problem {
  const { line, col } = lines.linePos(error.pos[0]);
  return {
    line,
    column: col,
    path: '',
    found: `a text that is not YAML (${error.message})`,
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
