import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    // Many tests start processes and real HTTP servers; on a busy two-core machine the default 5 s is far too tight.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Most tests wait for a disk, a process or a browser, so that every core has one to run.
    maxWorkers: '100%',
  },
})
