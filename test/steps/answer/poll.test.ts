import { describe, expect, it } from 'vitest';
import { value } from '#ports/answer';
import { mapAnswers } from '#steps/answer/map-answers';
import { patiently } from '#steps/answer/patiently';
import { poll, sleepUntil } from '#steps/answer/poll';
import { isAbsent } from '#steps/answer/value-or-wait';
import { waitFor } from '#steps/answer/wait-for';
import { done } from '#steps/step';
import { answers, aSlice, fakePorts, refused } from '../../builders/fake-ports.ts';

const throttled = refused(429, 'ThrottlingException');

describe('polling', () => {
  it('looks every 18 s within a slice, and ends with it', async () => {
    const ports = fakePorts({});
    const looks: number[] = [];
    const slice = aSlice();
    const result = await poll(18_000, ports, slice, async () => {
      looks.push(ports.time.now() - slice.scheduledAt);
      return waitFor(slice, 'nothing', 'never');
    });
    expect(looks).toEqual([0, 18_000, 36_000]);
    expect(result).toMatchObject({ kind: 'again', waitingFor: { since: slice.scheduledAt } });
    expect(ports.time.now()).toBe(slice.end);
  });

  it('says what it waits for right before it waits', async () => {
    const ports = fakePorts({});
    const said: (readonly [string, number])[] = [];
    const slice = aSlice({ waits: ({ what }) => void said.push([what, ports.time.now() - slice.scheduledAt]) });
    let looks = 0;
    await poll(18_000, ports, slice, async () => (looks++ === 2 ? done(1) : waitFor(slice, `look ${looks}`, 'never')));
    expect(said).toEqual([
      ['look 1', 0],
      ['look 2', 18_000],
    ]);
  });

  it('stops at once when it is done', async () => {
    const ports = fakePorts({});
    expect(await poll(18_000, ports, aSlice(), async () => done(7))).toEqual({ kind: 'done', output: 7 });
    expect(ports.time.now()).toBe(aSlice().scheduledAt);
  });

  it('looks once and returns when the runner asks for rest', async () => {
    const ports = fakePorts({});
    let looks = 0;
    const slice = aSlice({ signal: AbortSignal.abort('rest') });
    await poll(18_000, ports, slice, async () => {
      looks += 1;
      return waitFor(slice, 'nothing', 'never');
    });
    expect(looks).toBe(1);
  });

  it('is not woken by changes of the cluster', async () => {
    let now = 0;
    const time = {
      now: () => now,
      until: async () => {
        now += 10;
        return 'changed' as const;
      },
    };
    await sleepUntil(95, time, new AbortController().signal);
    expect(now).toBe(100);
  });
});

describe('asking patiently', () => {
  it('asks three times while the trouble may pass', async () => {
    const ports = fakePorts({});
    expect(await patiently(ports.time, aSlice(), answers<number>(throttled, throttled, value(1)))).toEqual(value(1));
    expect(await patiently(ports.time, aSlice(), answers<number>(throttled, throttled, throttled, value(1)))).toEqual(
      throttled,
    );
  });

  it('asks once when it would not change anything', async () => {
    const no = refused(403, 'AccessDeniedException');
    expect(await patiently(fakePorts({}).time, aSlice(), answers<number>(no, value(1)))).toEqual(no);
  });
});

describe('many questions', () => {
  it('are answered in their order, or by the first trouble', async () => {
    const items = [1, 2, 3, 4, 5, 6, 7];
    expect(await mapAnswers(items, async (it) => value(it * 2))).toEqual(value([2, 4, 6, 8, 10, 12, 14]));
    expect(await mapAnswers(items, async (it) => (it === 6 ? throttled : value(it)))).toEqual(throttled);
  });
});

describe('absent', () => {
  it('is only what the system itself says by its code', () => {
    expect(isAbsent(refused(404, 'ResourceNotFoundException'))).toBe(true);
    expect(isAbsent(refused(404, 'NotFound'))).toBe(true);
    expect(isAbsent(refused(404, ''))).toBe(false);
    expect(isAbsent({ kind: 'unknown', code: 'Unparsable', message: '404' })).toBe(false);
  });
});
