import { test } from 'vitest';
import { planned } from '#compose/planning';
import { loadRunbook } from '#runbook/load';
test('plan', async () => {
  const t = performance.now();
  const plan = await planned({ loaded: loadRunbook('runbooks/1.20-to-1.21.yaml'), accepted: [], newNames: {}, from: { kind: 'scenario', scenario: 'ekstest', set: {} } }, '0.1.0');
  console.log(performance.now() - t, JSON.stringify({ ...plan, actions: undefined }, null, 1));
  console.log(plan.actions.map((a) => JSON.stringify(a)).join('\n'));
}, 60000);
