import { expect, it } from 'vitest';
import { Ids } from '#twin/model/ids';
import { checkScenario } from '#twin/scenario/load';
import { openTwin } from '#twin/twin';
import { contractScenario } from '../../contract/scenario.ts';

it('makes the same ids of the same seed, and another one for the second use of a key', () => {
  const [one, two] = [new Ids('a'), new Ids('a')];
  expect([one.uuid('pod'), one.uuid('pod')]).toEqual([two.uuid('pod'), two.uuid('pod')]);
  expect(new Ids('a').uuid('pod')).not.toBe(one.uuid('pod'));
});

it('never makes an id that is taken', () => {
  const [first = '', second = '', third] = ['k', 'k', 'k'].map(
    (() => {
      const ids = new Ids('a');
      return (key: string) => ids.uuid(key);
    })(),
  );
  expect(new Ids('a', new Set([first, second])).uuid('k')).toBe(third);
});

it('gives no new object the uid that an object of the scenario brings along', async () => {
  const scenario = checkScenario(contractScenario);
  const pods = openTwin(scenario).face.kubernetes.list({ group: '', version: 'v1', resource: 'pods' });
  const objects = (pods.body as { items: Record<string, unknown>[] }).items;
  const again = openTwin({
    ...scenario,
    objects: [...scenario.objects, ...objects.map((it) => ({ ...it, apiVersion: 'v1', kind: 'Pod' }))] as never,
  });
  const made = again.face.kubernetes.list({ group: '', version: 'v1', resource: 'pods' }).body as typeof pods.body;
  const uids = (made as { items: { metadata: { uid: string } }[] }).items.map(({ metadata }) => metadata.uid);
  expect(new Set(uids).size).toBe(uids.length);
});
