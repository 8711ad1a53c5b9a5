import { describe, expect, it } from 'vitest';
import { UpgradeError } from '#errors/upgrade-error';
import { lateRights } from '#steps/answer/late-rights';
import { again, done, type Slice, type StepResult } from '#steps/step';
import { TwinTime } from '#twin/time';

const START = Date.parse('2026-12-01T12:00:00Z');
const refused = new UpgradeError('Forbidden', 'not allowed to list nodes: User "upgrade" cannot list nodes', {
  cause: { kind: 'refused', status: 403, code: 'Forbidden', message: '' },
});

/** A runner in model time that gives 50 s slices until the step is done or throws. */
async function carriedOut(attempt: (slice: Slice) => Promise<StepResult<string>>) {
  const time = new TwinTime(START);
  const withLateRights = lateRights();
  const waits: string[] = [];
  const run = async (): Promise<string> => {
    for (;;) {
      const slice: Slice = {
        token: 'a'.repeat(32),
        scheduledAt: START - 3_600_000,
        troubledSince: () => START,
        told: new Map(),
        end: time.now() + 50_000,
        signal: new AbortController().signal,
        waits: ({ what }) => void waits.push(what),
      };
      const result = await withLateRights(attempt, time, slice);
      if (result.kind === 'done') return result.output;
      await time.until(time.now() + 1_000);
    }
  };
  const outcome = await time.run(run().catch((error: unknown) => error));
  return { outcome, after: time.now() - START, waits };
}

describe('a right that is missing', () => {
  it('is waited for while an API server that has just started reads its roles', async () => {
    let asked = 0;
    const { outcome, after, waits } = await carriedOut(async () => {
      asked++;
      if (asked < 4) throw refused;
      return done('listed');
    });
    expect(outcome).toBe('listed');
    expect(after).toBe(15_000);
    expect(waits).toHaveLength(3);
    expect(waits[0]).toContain('User "upgrade" cannot list nodes');
  });

  it('ends the step after a minute, however its slices fall', async () => {
    const { outcome, after } = await carriedOut(() => Promise.reject(refused));
    expect(outcome).toBe(refused);
    // A second between its two slices.
    expect(after).toBe(61_000);
  });

  it('ends the step after a minute also when the step waits in between', async () => {
    let asked = 0;
    const { outcome, after } = await carriedOut(async () => {
      asked++;
      if (asked % 2 === 1) throw refused;
      return again({ what: 'its turn', since: START, endsWhen: 'it comes' });
    });
    expect(outcome).toBe(refused);
    expect(after).toBeLessThan(120_000);
  });

  it('is given its minute anew when the step went well for longer in between', async () => {
    let asked = 0;
    const { outcome } = await carriedOut(async () => {
      asked++;
      if (asked > 200) return done('listed');
      // Refused for fifteen seconds, then fine for forty-six.
      if (asked % 50 < 4) throw refused;
      return again({ what: 'its turn', since: START, endsWhen: 'it comes' });
    });
    expect(outcome).toBe('listed');
  });

  it('is told with whatever else the step waits for meanwhile', async () => {
    let asked = 0;
    const { waits } = await carriedOut(async (slice) => {
      asked++;
      if (asked === 1) throw refused;
      slice.waits({ what: 'the cordons', since: START, endsWhen: 'they are there' });
      return done('cordoned');
    });
    expect(waits.at(-1)).toBe(`the cordons; refused a moment ago: ${refused.message}`);
  });

  it('in AWS ends the step at once', async () => {
    const cause = { kind: 'refused', status: 403, code: 'AccessDeniedException', message: '' };
    const denied = new UpgradeError('Forbidden', 'not allowed to create the group', { cause });
    expect(await carriedOut(() => Promise.reject(denied))).toMatchObject({ outcome: denied, after: 0 });
  });

  it('does not hold up another failure', async () => {
    const gone = new UpgradeError('NotFound', 'no such group');
    const { outcome, after } = await carriedOut(() => Promise.reject(gone));
    expect(outcome).toBe(gone);
    expect(after).toBe(0);
  });
});
