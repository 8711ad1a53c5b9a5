import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    // Real processes by the dozen, a part each with a script of its own: npm run test:kill, test:place, test:control-plane (which needs Go).
    exclude: ['kill', 'place', 'control-plane/cluster']
      .filter((part) => process.env.UPGRADE_TEST !== part)
      .map((part) => `test/${part}/**`),
    pool: 'threads',
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    testTimeout: 20_000,
    reporters: ['default'],
  },
});
