import { describe, expect, it } from 'vitest';
import { clock } from '#domain/preflight/clock';
import { runChecks } from '#domain/preflight/run-checks';
import { HOP, healthyCluster } from '../../builders/healthy-cluster.ts';

const SERVER = Date.parse('2022-03-05T17:30:00Z');

/** The API server says 17:30:00 while it is so many seconds later here. */
const apiServer = (ahead: number, took = 0) => ({
  gitVersion: 'v1.20.11-eks-f17b81',
  clocks: { server: SERVER, asked: SERVER + (ahead - took) * 1000, answered: SERVER + ahead * 1000 },
});
const found = (ahead: number, took = 0) =>
  clock.look(healthyCluster({ apiServer: apiServer(ahead, took) }), HOP).map(({ severity }) => severity);

describe('the check of the clock', () => {
  it('says nothing about clocks that agree, nor where the server does not tell its time', () => {
    expect(found(0)).toEqual([]);
    expect(clock.look(healthyCluster(), HOP)).toEqual([]);
  });

  it('shows a difference from five seconds on and blocks from a minute on, in both directions', () => {
    expect([found(5), found(6), found(60), found(61)]).toEqual([[], ['risk'], ['risk'], ['block']]);
    expect([found(-4), found(-5), found(-59), found(-60)]).toEqual([[], ['risk'], ['risk'], ['block']]);
  });

  it('takes a slow answer for no difference', () => {
    expect(found(40, 40)).toEqual([]);
    expect(found(100, 40)).toEqual(['risk']);
  });

  it('names both times and what to do, before the control plane and again before the drain', () => {
    for (const phase of ['control-plane', 'drain'] as const) {
      const facts = healthyCluster({ apiServer: apiServer(600) });
      expect(runChecks({ checks: ['clock'], phase }, facts, HOP, [])).toMatchObject([
        {
          code: 'CLOCK_DIFFERS',
          severity: 'block',
          object: 'clock',
          why: expect.stringContaining(
            "599 s ahead of the API server's: 2022-03-05T17:40:00.000Z here, 2022-03-05T17:30:00.000Z there",
          ),
          whatToDo: expect.stringContaining('timedatectl'),
          guards: phase,
        },
      ]);
    }
  });
});
