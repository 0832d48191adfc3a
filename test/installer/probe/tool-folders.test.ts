import { link, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findToolFolders } from '../../../services/installer/src/probe/tool-folders.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Makes these files, and the folders around them, in a home that is new. */
async function homeWith(...files: string[]): Promise<string> {
  const home = await temporaryFolder()
  for (const file of files) {
    await mkdir(path.dirname(path.join(home, file)), { recursive: true })
    await writeFile(path.join(home, file), '')
  }
  return home
}

const find = (home: string, argv: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) =>
  findToolFolders(argv, { environment, homes: [home] })

describe('a folder that a variable names', () => {
  it('is passed on if it contains an installation', async () => {
    const home = await homeWith('sdk/bin/tool', 'gems/shims/tool', 'manager/versions/1/x')
    const environment = {
      TOOL_HOME: path.join(home, 'sdk'),
      TOOL_ROOT: path.join(home, 'gems'),
      MANAGER_DIR: path.join(home, 'manager'),
    }
    const { variables, readable } = await find(home, [], environment)
    expect(variables).toEqual(environment)
    expect(readable.sort()).toEqual(Object.values(environment).sort())
  })

  it('is not passed on if it is or contains a home, contains no programs, or does not exist', async () => {
    const home = await homeWith('bin/tool', 'notes/diary.txt', 'file')
    const refused = {
      A_HOME: home,
      B_ROOT: path.dirname(home),
      C_ROOT: path.parse(home).root,
      D_DIR: path.join(home, 'notes'),
      E_DIR: path.join(home, 'missing'),
      F_DIR: path.join(home, 'file'),
      G_DIR: 'bin',
    }
    expect(await find(home, [], refused)).toEqual({ variables: {}, links: new Map(), readable: [] })
  })

  it('is not passed on if its name is that of a setting, a secret or our own', async () => {
    const home = await homeWith('x/bin/tool')
    const names = [
      'XDG_DATA_DIR',
      'CLI_APPS_HOME',
      'API_TOKEN_DIR',
      'SSH_KEYS_HOME',
      'VAULT_ROOT',
      'TOOL_PATH',
      'tool_home',
      'HOME',
    ]
    const environment = Object.fromEntries(names.map((name) => [name, path.join(home, 'x')]))
    expect((await find(home, [], environment)).variables).toEqual({})
  })

  it('is shown without anything that looks like a secret', async () => {
    const home = await homeWith('x/bin/tool', 'x/credentials.toml', 'x/id.pem', 'x/lib/a')
    const folder = path.join(home, 'x')
    const { readable } = await find(home, [], { TOOL_HOME: folder })
    expect(readable.sort()).toEqual([path.join(folder, 'bin'), path.join(folder, 'lib')])
  })
})

describe('the hidden folder of a version manager', () => {
  it('is found from the location of the program', async () => {
    const home = await homeWith('.manager/versions/1/tool', '.manager/bin/manager')
    const { links, variables } = await find(home, [path.join(home, '.manager', 'bin', 'manager')])
    expect([...links]).toEqual([['.manager', path.join(home, '.manager')]])
    expect(variables).toEqual({})
  })

  it('is found from the target of a link to the program, symbolic or hard', async () => {
    const home = await homeWith(
      '.lang/bin/manager',
      '.manager/toolchains/1/tool',
      '.local/share/manager/installs/1/tool',
    )
    const bin = path.join(home, '.lang', 'bin')
    await symlink('manager', path.join(bin, 'soft'))
    await link(path.join(bin, 'manager'), path.join(bin, 'hard'))
    for (const name of ['soft', 'hard']) {
      const { links } = await find(home, [path.join(bin, name)])
      expect([...links.keys()].sort()).toEqual([path.join('.local', 'share', 'manager'), '.manager'])
    }
  })

  it('is not passed on if it has only settings and keys, or other programs', async () => {
    const home = await homeWith('.tool/config', '.tool/id_rsa', '.manager/versions/1/x')
    expect((await find(home, [path.join(home, '.tool', 'tool'), '/usr/bin/tool'])).readable).toEqual([])
  })
})
