import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { runProcess } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { pythonEnvironment } from '../../../services/installer/src/strategies/python/make-environment.ts'
import { canMakeEnvironments } from '../../support/python-wheel.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const [options, flag, script = ''] = pythonEnvironment

/** Creates an environment after some code, and returns its folder and the modules whose byte code it has. */
async function environmentAfter(code = ''): Promise<{ folder: string; compiled: string[] }> {
  const folder = path.join(await temporaryFolder(), 'venv')
  const made = await python('python3', [options ?? '', flag ?? '', `${code}\n${script}`, folder])
  expect(made).toMatchObject({ exitCode: 0 })
  const files = await readdir(folder, { recursive: true })
  const modules = files.filter((file) => file.endsWith('.pyc')).map((file) => file.split('site-packages/')[1])
  return { folder, compiled: [...new Set(modules.map((file) => file?.split('/')[0] ?? ''))].sort() }
}

const python = (program: string, args: readonly string[]): ReturnType<typeof runProcess> =>
  runProcess([program, ...args], { cwd: '/', env: { PATH: process.env.PATH ?? '' }, timeout: 120_000 })

describe.skipIf(!canMakeEnvironments || process.platform === 'win32')('pythonEnvironment', () => {
  it('creates an environment with a pip that runs and is not compiled', { timeout: 120_000 }, async () => {
    const { folder, compiled } = await environmentAfter()
    expect(compiled).not.toContain('pip')
    const { exitCode } = await python(path.join(folder, 'bin', 'python'), ['-IBm', 'pip', 'check'])
    expect(exitCode).toBe(0)
  })

  it('creates it as Python does, where the wheels are not found', { timeout: 120_000 }, async () => {
    const { compiled } = await environmentAfter(`import ensurepip\nensurepip.version = lambda: 'none'`)
    expect(compiled).toContain('pip')
  })
})
