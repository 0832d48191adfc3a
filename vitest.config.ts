import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { testHome } from './test/support/test-home.ts'

const conditions = ['@cli-apps/source']
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
} as const

export default defineConfig({
  test: {
    // Left to itself the runner keeps one processor free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        ...shared,
        test: {
          name: 'offline',
          env: { CLI_APPS_HOME: testHome },
          include: ['test/**/*.test.ts'],
          exclude: ['test/real/**'],
          globalSetup: ['test/support/build-programs.ts', 'test/support/test-home.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'real',
          env: { CLI_APPS_HOME: testHome },
          include: ['test/real/**/*.test.ts'],
          globalSetup: ['test/support/build-programs.ts', 'test/support/test-home.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
