import type { InstallerOption } from '../command.ts'

/** For commands that take an app: the program besides its entry point that is meant. */
export const programOption = {
  program: {
    type: 'string',
    value: 'PROGRAM',
    description: 'Use this program of the app instead of its entry point',
  },
} as const satisfies Record<string, InstallerOption>
