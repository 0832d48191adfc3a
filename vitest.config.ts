import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { testHome } from './test/support/test-home.ts'

const conditions = ['@cli-apps/source']
const shared = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
} as const

const offline = {
  env: { CLI_APPS_HOME: testHome },
  globalSetup: ['test/support/build-programs.ts', 'test/support/test-home.ts'],
  testTimeout: 120_000,
  hookTimeout: 60_000,
}
/** Tests that need modules which nothing has loaded before: they replace one, or count the threads that these start. */
const alone = ['test/installer/skill/rendered-alike.test.ts', 'test/runtime/**/find-thread.test.ts']

export default defineConfig({
  test: {
    // Many tests wait for a program that they started: one more than there are processors keeps all of these busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ...shared,
        test: {
          ...offline,
          name: 'offline',
          globalSetup: [...offline.globalSetup, 'test/support/warm-cli/warm-processes.ts'],
          include: ['test/**/*.test.ts'],
          exclude: ['test/real/**', 'test/registry/**', ...alone],
          // Loading the same modules for every file took longer than most of the tests.
          isolate: false,
        },
      },
      // For itself, because it is run on Postgres too.
      {
        ...shared,
        test: {
          ...offline,
          name: 'offline-registry',
          include: ['test/registry/**/*.test.ts'],
          isolate: false,
        },
      },
      { ...shared, test: { ...offline, name: 'offline-alone', include: alone } },
      {
        ...shared,
        test: {
          name: 'real',
          env: { CLI_APPS_HOME: testHome },
          include: ['test/real/**/*.test.ts'],
          globalSetup: ['test/support/build-programs.ts', 'test/support/test-home.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
