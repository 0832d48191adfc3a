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
/** Folders of tests of the installer that call its functions, and do not start it. */
const installerFunctions = [
  ...['agents', 'binary', 'completion', 'connect', 'debian', 'grants', 'home', 'inspect', 'managers'],
  ...['messages', 'plan', 'probe', 'provenance', 'sbom', 'search', 'settings', 'steps', 'store', 'ui'],
  'workspace',
]
/** Tests whose files share the modules that they load: they leave nothing behind in them. */
const sharing = [
  ...['core', 'help', 'registry', 'scripts'].map((folder) => `test/${folder}/**/*.test.ts`),
  ...installerFunctions.map((folder) => `test/installer/${folder}/**/*.test.ts`),
  // That one counts the threads that its modules start.
  'test/runtime/**/!(find-thread).test.ts',
]

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
          exclude: ['test/real/**', ...sharing],
        },
      },
      {
        ...shared,
        test: {
          ...offline,
          name: 'offline-sharing',
          include: sharing,
          // Loading the same modules for every file took longer than most of the tests.
          isolate: false,
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
        },
      },
    ],
  },
})
