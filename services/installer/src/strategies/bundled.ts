import { type MethodOf, NotFoundError, t } from '@cli-apps/core'
import { findProgram, programArgv } from '@cli-apps/core/node'
import type { Strategy } from './strategy.ts'

/** Programs that were installed by other means: looked up on PATH, and adopted when their identity is verified. */
export const bundled: Strategy<MethodOf<'bundled'>, undefined> = {
  owner: 'system',
  runsOn: () => 'system',
  detect: async () => undefined,
  plan: () => ({ steps: [], undo: [], adopted: true }),

  async find(method, { host }) {
    const program = await findProgram(method.detect, host.environment)
    if (program !== undefined) return { argv: await programArgv(program, host.environment), artifacts: [] }
    throw new NotFoundError(
      'install.not-on-path',
      t('install.not-on-path', '{detect} is not on PATH.', { detect: method.detect }),
      {
        hint: method.instructions,
      },
    )
  },
}
