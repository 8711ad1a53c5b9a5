import { type Document, isMap, isNode, isPair, isScalar, type LineCounter, type Node } from 'yaml';

export type Path = readonly (string | number)[];

/** Where something stands in a YAML file, and what stands there. */
export interface Place {
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** `"soon"`, `the number 1.2`, `a list`, `nothing`. */
  readonly found: string;
}

/** The value at `path`; where there is none, the nearest thing around it that exists, and `found` says `nothing`. */
export function locateValue(document: Document, lines: LineCounter, path: Path): Place {
  const node = nodeAt(document, path);
  if (node) return { ...position(node, lines), found: describe(node) };
  for (let length = path.length - 1; length > 0; length--) {
    const around = nodeAt(document, path.slice(0, length));
    if (around) return { ...position(around, lines), found: 'nothing' };
  }
  return { line: 1, column: 1, found: 'nothing' };
}

/** The key `key` of the mapping at `path`. */
export function locateKey(document: Document, lines: LineCounter, path: Path, key: string): Place {
  const mapping = nodeAt(document, path);
  const pair = isMap(mapping)
    ? mapping.items.find((it) => isScalar(it.key) && String(it.key.value) === key)
    : undefined;
  const node = isPair(pair) && isNode(pair.key) ? pair.key : mapping;
  return { ...(node ? position(node, lines) : { line: 1, column: 1 }), found: `the key ${key}` };
}

function nodeAt(document: Document, path: Path): Node | null {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return isNode(node) ? node : null;
}

function position(node: Node, lines: LineCounter): { line: number; column: number } {
  const { line, col } = lines.linePos(node.range?.[0] ?? 0);
  return { line, column: col };
}

function describe(node: Node): string {
  if (!isScalar(node)) return isMap(node) ? 'a mapping' : 'a list';
  if (node.value === null) return 'nothing';
  return typeof node.value === 'string'
    ? quoted(node.value)
    : `the ${typeof node.value} ${node.source ?? String(node.value)}`;
}

/** Enough to find it again. */
const LONGEST = 60;

function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}
