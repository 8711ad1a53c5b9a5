// What `--help` loads, judged from esbuild's metafile: small, and neither an SDK nor the engine.
const BUDGET = 64_000;
const HEAVY = /node_modules\/(@aws-sdk|@smithy|@kubernetes|xstate|zod|yaml|listr2)\//;

/** The reasons why the entry is too heavy; empty when all is well. */
export function entryProblems({ outputs }, entry) {
  const loaded = staticClosure(outputs, entry);
  const bytes = loaded.reduce((sum, name) => sum + outputs[name].bytes, 0);
  const heavy = loaded.flatMap((name) => Object.keys(outputs[name].inputs)).filter((input) => HEAVY.test(input));
  return [
    ...(bytes > BUDGET ? [`${entry} loads ${bytes} bytes at start, more than ${BUDGET}`] : []),
    ...heavy.map((input) => `${entry} loads ${input} at start`),
  ];
}

function staticClosure(outputs, entry) {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name) || outputs[name] === undefined) return;
    seen.add(name);
    for (const { path, kind } of outputs[name].imports) if (kind === 'import-statement') visit(path);
  };
  visit(entry);
  return [...seen];
}
