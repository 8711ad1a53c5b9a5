import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    // Real processes that are killed and stopped by the dozen: npm run test:kill.
    exclude: process.env.UPGRADE_TEST_KILL ? [] : ['test/kill/**'],
    pool: 'threads',
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    testTimeout: 20_000,
    reporters: ['default'],
  },
});
