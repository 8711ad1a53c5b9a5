/** The arrows of docs/architecture.md as rules. Each says why. */
const area = (name) => `^src/${name}(/|\\.ts$)`;
const anyOf = (...names) => names.map(area).join('|');
const packages = 'node_modules';

/** `from` may import only `to` (and itself). */
const only = (from, to, comment) => ({
  name: `${from}-imports-only-what-it-may`,
  comment,
  severity: 'error',
  from: { path: area(from) },
  to: { path: '^src/', pathNot: anyOf(from, ...to) },
});

const noPackages = (from, comment, except = []) => ({
  name: `${from}-imports-no-package`,
  comment,
  severity: 'error',
  from: { path: area(from) },
  to: { path: packages, ...(except.length ? { pathNot: `node_modules/(${except.join('|')})/` } : {}) },
});

const noNode = (from, comment) => ({
  name: `${from}-imports-no-node-module`,
  comment,
  severity: 'error',
  from: { path: area(from) },
  to: { dependencyTypes: ['core'] },
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', comment: 'A cycle means that two ideas are one, or that one of them is in the wrong place.', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    { name: 'nobody-imports-test', comment: 'What ships must not lean on what proves it.', severity: 'error', from: { path: '^(src|bin)/' }, to: { path: '^test/' } },
    only('errors', [], 'Words are imported by all and import nobody.'),
    only('messages', ['errors'], 'Words are imported by all and import nobody.'),
    only('domain', ['errors'], 'A decision knows facts only; then it can be tested with a table and read alone.'),
    noPackages('domain', 'A decision needs no library.'),
    noNode('domain', 'A decision awaits nothing, reads no clock and no file.'),
    only('ports', ['domain'], 'A port is written in our words; no SDK type may leak through it.'),
    noPackages('ports', 'A port is written in our words; no SDK type may leak through it.'),
    only('steps', ['ports', 'domain', 'messages', 'errors'], 'A step is bound to ports, so that the same step runs against the twin.'),
    noPackages('steps', 'Steps speak through ports; a client of their own would escape the dry run.'),
    noNode('steps', 'Steps speak through ports; the clock and the file system are ports too.'),
    only('engine', ['ports', 'messages', 'errors'], 'The engine runs any procedure: it must not know Kubernetes or AWS.'),
    noPackages('engine', 'The engine stands on XState alone.', ['xstate']),
    only('procedures', ['engine', 'steps', 'domain', 'errors'], 'A procedure is the order of things; of the steps it knows the types only.'),
    { name: 'procedures-know-step-types-only', comment: 'A procedure that could call a step could also wait in it.', severity: 'error', from: { path: area('procedures') }, to: { path: anyOf('steps', 'domain'), dependencyTypesNot: ['type-only'] } },
    noPackages('procedures', 'A procedure is an XState machine and nothing else.', ['xstate']),
    only('runbook', ['domain', 'errors'], 'A runbook is data; loading it must not act.'),
    only('adapters', ['ports', 'domain', 'errors'], 'An adapter translates; it does not decide.'),
    { name: 'adapters-know-domain-types-only', comment: 'An adapter translates; it does not decide.', severity: 'error', from: { path: area('adapters') }, to: { path: area('domain'), dependencyTypesNot: ['type-only'] } },
    only('twin', ['ports', 'messages', 'errors'], 'The twin and the decisions must not share arithmetic: they would be wrong together.'),
    only('plan', ['twin', 'engine', 'procedures', 'runbook', 'steps', 'ports', 'domain', 'messages', 'errors', 'adapters'], 'A plan walks the same machine and steps on the twin.'),
    { name: 'plan-knows-no-client', comment: 'A plan must be unable to write to a cluster.', severity: 'error', from: { path: area('plan') }, to: { path: '^src/adapters/(aws|kubernetes|process)/' } },
    { name: 'cli-goes-through-compose', comment: 'The command line asks and shows; only compose knows concrete classes.', severity: 'error', from: { path: area('cli') }, to: { path: anyOf('adapters', 'steps', 'domain', 'twin'), dependencyTypesNot: ['type-only'] } },
    { name: 'only-cli-imports-cli', comment: 'Nothing below the command line may depend on how it is shown.', severity: 'error', from: { path: '^src/', pathNot: area('cli') }, to: { path: area('cli') } },
    { name: 'only-cli-imports-compose', comment: 'Plugging together happens at the top.', severity: 'error', from: { path: '^src/', pathNot: anyOf('cli', 'compose') }, to: { path: area('compose') } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'], extensions: ['.ts', '.js'] },
  },
};
