/** A small, valid runbook file; each test breaks one thing of it. */
export const RUNBOOK_TEXT = `format: 1
hop:
  from: "1.20"
  to: "1.21"
strategy: blue-green
checks:
  - version-skew
  - budgets
addons:
  - when: after-delete
    each:
      - name: coredns
        version: default
        resolveConflicts: OVERWRITE
gates:
  - before: control-plane
    answeredBy: start
  - before: delete-old-nodes
    answeredBy: approval
bake: 15m
limits:
  node: 1h30m
notes:
  - id: a-note
    severity: watch
    when: any
    text: Something to know.
    source: https://example.org/note
`;

/** The text with one piece replaced; a piece that is not there is a mistake of the test. */
export function runbookTextWith(piece: string, instead: string): string {
  if (!RUNBOOK_TEXT.includes(piece)) throw new TypeError(`the builder's runbook has no ${JSON.stringify(piece)}`);
  return RUNBOOK_TEXT.replace(piece, instead);
}
