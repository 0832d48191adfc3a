import path from 'node:path'
import { type MethodOf, NotFoundError, t } from '@cli-apps/core'
import { digestOfFile, findProgram, isExecutableFile, programArgv } from '@cli-apps/core/node'
import type { Strategy, StrategyHost } from './strategy.ts'

type AdoptedMethod = MethodOf<'adopted'>

/** Programs that a person adopted into a workspace: on PATH, or in the workspace itself. */
export const adopted: Strategy<AdoptedMethod, undefined> = {
  owner: 'system',
  runsOn: () => 'system',
  detect: async () => undefined,
  plan: () => ({ steps: [], undo: [], adopted: true }),
  digest: async (method, host) => digestOfFile(await fileOf(method, host)),

  async find(method, { host }) {
    const file = await fileOf(method, host)
    return {
      argv: await programArgv(file, host.environment),
      artifacts: [{ name: nameOf(method), version: '', integrity: await digestOfFile(file) }],
    }
  },
}

const nameOf = (method: AdoptedMethod): string => ('detect' in method ? method.detect : `./${method.path}`)

/** Throws `NotFoundError` `install.not-on-path` or `adopted.no-file`. */
async function fileOf(method: AdoptedMethod, { environment, folder }: StrategyHost): Promise<string> {
  if ('path' in method) {
    const file = path.join(folder, method.path)
    if (await isExecutableFile(file)) return file
    throw new NotFoundError(
      'adopted.no-file',
      t('adopted.no-file', '{program} is not an executable file in {folder}.', {
        program: nameOf(method),
        folder,
      }),
      { hint: t('adopted.no-file.hint', 'Restore or build it there, and make it executable: chmod +x.') },
    )
  }
  const file = await findProgram(method.detect, environment)
  if (file !== undefined) return file
  throw new NotFoundError(
    'install.not-on-path',
    t('install.not-on-path', '{detect} is not on PATH.', { detect: method.detect }),
    { hint: t('adopted.not-on-path.hint', 'Install it on this machine as its publisher says.') },
  )
}
