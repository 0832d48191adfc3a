import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { workspaceAt } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../services/installer/src/config.ts'
import { findTarget } from '../../../services/installer/src/inspect/find-target.ts'
import { installerUser } from '../../support/installer-context.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function machine() {
  const cwd = await temporaryFolder()
  const bin = path.join(cwd, 'bin')
  await mkdir(bin)
  for (const name of ['tool', 'data']) await writeFile(path.join(bin, name), '\x7fELF')
  await chmod(path.join(bin, 'tool'), 0o755)
  const environment = { PATH: bin, CLI_APPS_HOME: path.join(cwd, 'home') }
  const { output } = await (await installerUser({})).context()
  const config = await readConfig(environment)
  const context = { cwd, workspace: workspaceAt(cwd), environment, config, output }
  return { bin, find: (word: string) => findTarget(word, context) }
}

describe.skipIf(process.platform === 'win32')('findTarget', () => {
  it('finds a program on PATH, and one by its path from the current folder', async () => {
    const { bin, find } = await machine()
    const expected = { name: 'tool', argv: [path.join(bin, 'tool')] }
    expect(await find('tool')).toEqual(expected)
    expect(await find('./bin/tool')).toEqual(expected)
    expect(await find(path.join(bin, 'tool'))).toEqual(expected)
  })

  it.each(['missing', 'data', './bin/data', './bin', '../tool', 'bin/../../x', ''])(
    'refuses %j, which is not a program',
    async (word) => {
      const { find } = await machine()
      await expect(find(word)).rejects.toMatchObject({ code: 'inspect.no-program' })
    },
  )
})
