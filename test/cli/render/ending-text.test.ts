import { expect, test } from 'vitest';
import { describeEnding } from '../../../src/cli/flow/describe-ending.ts';
import { NO_OPTIONS } from '../../../src/cli/option-values.ts';
import { parseAcceptance } from '../../../src/cli/parse-option.ts';
import { endingText } from '../../../src/cli/render/ending-text.ts';
import { record } from '../../builders/run-log.ts';

const blocked = (message: string) => {
  const failure = { code: 'ChecksBlock', message, hint: 'mend it', cause: null };
  const ending = { kind: 'blocked', record: record({ snapshot: { context: { failure } } }) } as const;
  const of = { run: 'r', hop: { from: '1.20', to: '1.21' }, cluster: 'ekstest', region: 'r', options: NO_OPTIONS };
  return endingText(describeEnding({ ...of, worked: 'work.preflight.checking', ending }));
};
const acceptances = (text: string) =>
  [...text.matchAll(/--accept (?:'([^']+)'|(\S+?))(?=[ ,\n])/g)].map((it) => it[1] ?? it[2] ?? '');

test('the acceptance is printed so that it can be typed', () => {
  const text = blocked('BUDGET_NEVER_ALLOWS default/one: budget default/one: allows none');
  expect(text).toContain(': --accept BUDGET_NEVER_ALLOWS=default/one\n');
  expect(acceptances(text).map(parseAcceptance)).toEqual([{ code: 'BUDGET_NEVER_ALLOWS', object: 'default/one' }]);
});

test('addresses and objects with spaces are kept whole and quoted for the shell', () => {
  const text = blocked(
    'KUBECONFIG_ELSEWHERE https://x.example:443: it is another\n  → use it\nFORBIDDEN patch nodes: no',
  );
  expect(acceptances(text)).toEqual(['KUBECONFIG_ELSEWHERE=https://x.example:443', 'FORBIDDEN=patch nodes']);
});

test('of many findings three are named, and that there are others', () => {
  const text = blocked(['a', 'b', 'c', 'd'].map((it) => `PSP_MISSING ${it}: gone`).join('\n'));
  expect(acceptances(text)).toEqual(['PSP_MISSING=a', 'PSP_MISSING=b', 'PSP_MISSING=c']);
  expect(text).toContain('PSP_MISSING=c, and the same for the others\n');
});

test('nothing is offered for a pod that the drain would refuse all the same', () => {
  const text = blocked(
    'POD_NOT_EVICTABLE default/tool: the drain would stop at it\n  → delete it\nPSP_MISSING a: gone\n  → make it',
  );
  expect(text).toContain('explain  upgrade explain POD_NOT_EVICTABLE PSP_MISSING');
  expect(acceptances(text)).toEqual([]);
});
