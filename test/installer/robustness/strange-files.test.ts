import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAppError } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import type { Command } from '../../../services/installer/src/command.ts'
import { install } from '../../../services/installer/src/commands/change/install.ts'
import { verify } from '../../../services/installer/src/commands/check/verify.ts'
import { config } from '../../../services/installer/src/commands/setup/config.ts'
import { list } from '../../../services/installer/src/commands/use/list.ts'
import { fromSystemError } from '../../../services/installer/src/system-error.ts'
import { fileServer } from '../../support/file-server.ts'
import { binaryManifest, folderRegistry, greetScript, tarball } from '../../support/folder-registry.ts'
import { type InstallerUser, installerUser } from '../../support/installer-context.ts'
import { mayMount, mountSmallDisk } from '../../support/small-disk.ts'

async function userOfGreet(folders: { workspace?: string } = {}): Promise<InstallerUser> {
  const archive = await tarball({ 'bin/greet': greetScript })
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  return installerUser(
    {
      CLI_APPS_REGISTRY: await folderRegistry([binaryManifest(archive)]),
      CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    },
    folders,
  )
}

/** What may stand in the place of a file. */
const strange: Record<string, (file: string) => Promise<unknown>> = {
  'a link to itself': (file) => symlink(path.basename(file), file),
  'a folder': (file) => mkdir(file),
  'a pipe': async (file) => execFileSync('mkfifo', [file]),
  'an empty file': (file) => writeFile(file, ''),
}

/** How a call ends: an error as the program would print it, or nothing. */
async function ending(user: InstallerUser, command: Command, args: string[]): Promise<unknown> {
  try {
    await user.call(command, args, { yes: true })
    return undefined
  } catch (error) {
    return fromSystemError(error)
  }
}

/** Files that commands read, of a user who has installed greet. */
async function filesOf({ workspace, home }: InstallerUser): Promise<string[]> {
  const record = path.join(workspace, '.cli-apps/apps/greet.json')
  const { store } = JSON.parse(await readFile(record, 'utf8')) as { store: string }
  const own = path.join(home, 'cli-apps')
  const newest = async (folder: string, name: string): Promise<string[]> =>
    (await readdir(folder)).filter((file) => file.startsWith(name)).map((file) => path.join(folder, file))
  return [
    record,
    ...['cli-apps.json', 'cli-apps.lock'].map((name) => path.join(workspace, name)),
    ...['app.json', 'files.json', 'manifest.json', 'commands.json'].map((name) => path.join(store, name)),
    path.join(own, 'record-key/key'),
    path.join(home, 'config/cli-apps/config.json'),
    ...(await newest(path.join(own, 'workspaces'), '')),
    ...(await newest(path.join(workspace, '.cli-apps'), 'lock.')),
    ...(await newest(path.join(own, 'locks'), '')),
  ]
}

describe.skipIf(process.platform === 'win32')('an unexpected kind of file', () => {
  it.each(Object.entries(strange))(
    '(%s) is reported as an error, or has no effect',
    { timeout: 300_000 },
    async (_kind, put) => {
      const user = await userOfGreet()
      await user.call(install, ['greet'], { yes: true })
      const unclear: string[] = []
      for (const file of await filesOf(user)) {
        const kept = `${file}.kept`
        await mkdir(path.dirname(file), { recursive: true })
        await rename(file, kept).catch(() => {})
        await put(file)
        for (const [command, args] of [
          [list, []],
          [verify, []],
          [install, ['greet']],
        ] as const) {
          const error = await ending(user, command, [...args])
          if (error !== undefined && !isAppError(error)) unclear.push(`${file}: ${String(error)}`)
        }
        await rm(file, { recursive: true, force: true })
        await rename(kept, file).catch(() => {})
      }
      expect(unclear).toEqual([])
    },
  )

  it('does not replace settings that cannot be read', async () => {
    const user = await userOfGreet()
    const file = path.join(user.home, 'config/cli-apps/config.json')
    for (const text of ['', '[]', 'null', '{"mirrors":[]}', '{"registries":"x"}', '{"lang":"zh"', '"x"']) {
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, text)
      await expect(user.call(config, ['set', 'lang', 'zh'], { yes: true })).rejects.toMatchObject({
        code: 'config.corrupt',
      })
      expect(await readFile(file, 'utf8')).toBe(text)
    }
  })

  it('in place of CLI_APPS_HOME is reported', async () => {
    const user = await userOfGreet()
    await writeFile(path.join(user.home, 'cli-apps'), '')
    expect(await ending(user, install, ['greet'])).toMatchObject({ code: 'disk.in-the-way' })
  })
})

it.skipIf(!mayMount)('installs if skills is a folder on another disk', async () => {
  const user = await userOfGreet()
  const disk = mountSmallDisk('size=1m')
  const skills = path.join(user.workspace, 'skills')
  await mkdir(skills)
  execFileSync('mount', ['--bind', disk.folder, skills])
  try {
    await user.call(install, ['greet'], { yes: true })
    expect(await readFile(path.join(skills, 'cli-app-greet/SKILL.md'), 'utf8')).toContain('greet')
    expect(await readdir(path.join(skills, 'cli-app-greet'))).toEqual(['SKILL.md'])
  } finally {
    execFileSync('umount', ['--lazy', skills])
  }
})
