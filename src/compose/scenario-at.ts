import type { Scenario } from '#twin/scenario/schema';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/**
 * The same scenario, beginning at `now` (ms, UTC): every instant in it moves along, so ages stay what they are. Served by
 * the wall clock its time has to be the one of its clients: they read ends of grace periods and ages by their own clock.
 */
export function scenarioAt(scenario: Scenario, now: number): Scenario {
  const by = now - Date.parse(scenario.now);
  return { ...(moved(scenario, by) as Scenario), now: new Date(now).toISOString() };
}

function moved(value: unknown, by: number): unknown {
  if (typeof value === 'string') return INSTANT.test(value) ? wholeSecond(Date.parse(value) + by) : value;
  if (Array.isArray(value)) return value.map((it) => moved(it, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, moved(it, by)]));
}

// As Kubernetes writes its instants.
const wholeSecond = (instant: number): string => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
