import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

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
          include: ['test/**/*.test.ts'],
          exclude: ['test/real/**'],
          globalSetup: ['test/support/build-programs.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'real',
          include: ['test/real/**/*.test.ts'],
          globalSetup: ['test/support/build-programs.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
