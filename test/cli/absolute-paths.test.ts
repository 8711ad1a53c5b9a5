import { expect, it } from 'vitest';
import { withAbsolutePaths } from '../../src/cli/absolute-paths.ts';
import { NO_OPTIONS } from '../../src/cli/option-values.ts';

const absolute = (options: object) => withAbsolutePaths({ ...NO_OPTIONS, ...options }, '/home/anna');

it('makes paths valid in every working folder', () => {
  expect(absolute({ state: 'runs', kubeconfig: '../k' })).toMatchObject({
    state: '/home/anna/runs',
    kubeconfig: '/home/k',
  });
  expect(absolute({ state: '/runs' }).state).toBe('/runs');
});

it('leaves alone what is no path and what was not typed', () => {
  expect(absolute({ state: 's3://bucket/runs' }).state).toBe('s3://bucket/runs');
  expect(absolute({})).toEqual(NO_OPTIONS);
});
