import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findWorkspace, writeWorkspaceTrust } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const isRoot = process.geteuid?.() === 0
const otherUser = 4242

/** `shared/mine`: a folder of ours below one of theirs. */
async function folders() {
  const base = await temporaryFolder()
  const [home, shared, mine] = [base, path.join(base, 'shared'), path.join(base, 'shared/mine')]
  await mkdir(mine, { recursive: true })
  const passed: string[] = []
  const find = (from: string, environment: NodeJS.ProcessEnv = { HOME: '/nowhere' }) =>
    findWorkspace(from, { home, environment, onPassed: (part) => passed.push(part.path) }).then(
      ({ root }) => root,
    )
  const declare = async (folder: string, owner?: number, file = 'cli-apps.json') => {
    await writeFile(path.join(folder, file), '{}')
    if (owner !== undefined) await chown(path.join(folder, file), owner, owner)
  }
  return { base, home, shared, mine, passed, find, declare }
}

describe('the search for a workspace', () => {
  it('finds the nearest one above that belongs to the same user', async () => {
    const { shared, mine, find, declare } = await folders()
    await declare(shared)
    expect(await find(mine)).toBe(shared)
  })

  it('does not leave the home', async () => {
    const { base, shared, mine, find, declare } = await folders()
    await declare(base)
    expect(await find(mine, { HOME: shared })).toBe(mine)
    await declare(shared)
    expect(await find(mine, { HOME: shared })).toBe(shared)
  })

  it('does not leave the file system', async () => {
    const { find } = await folders()
    expect(await find('/proc/self')).toBe('/proc/self')
  })
})

describe.skipIf(!isRoot)('a workspace of another user', () => {
  it('above is skipped and named', async () => {
    const { shared, mine, passed, find, declare } = await folders()
    await declare(shared, otherUser)
    expect(await find(mine)).toBe(mine)
    expect(passed).toEqual([path.join(shared, 'cli-apps.json')])
  })

  it('above an own file is skipped if everyone may create files in its folder', async () => {
    const { shared, mine, passed, find, declare } = await folders()
    await declare(shared)
    await chmod(shared, 0o1777)
    expect(await find(mine)).toBe(mine)
    expect(passed).toEqual([shared])
  })

  it('hides what is above a folder of another user', async () => {
    const { base, shared, mine, find, declare } = await folders()
    await declare(base)
    await chown(shared, otherUser, otherUser)
    expect(await find(mine)).toBe(mine)
  })

  it.each(['cli-apps.json', 'cli-apps.lock', '.cli-apps', 'skills'])(
    'is refused because of its %s',
    async (file) => {
      const { mine, find, declare } = await folders()
      await declare(mine)
      await declare(mine, otherUser, file)
      await expect(find(mine)).rejects.toMatchObject({
        code: 'workspace.foreign',
        message: expect.stringContaining(String(otherUser)),
        hint: expect.stringContaining(`cli-apps trust ${mine}`),
      })
    },
  )

  it('is refused because of its folder, whoever created the file', async () => {
    const { mine, find, declare } = await folders()
    await declare(mine)
    await chown(mine, otherUser, otherUser)
    await expect(find(mine)).rejects.toMatchObject({ code: 'workspace.foreign' })
  })

  it('is refused because of the creator of a link', async () => {
    const { base, mine, find, declare } = await folders()
    await declare(base)
    const { lchown } = await import('node:fs/promises')
    await symlink(path.join(base, 'cli-apps.json'), path.join(mine, 'cli-apps.json'))
    await lchown(path.join(mine, 'cli-apps.json'), otherUser, otherUser)
    await expect(find(mine)).rejects.toMatchObject({ code: 'workspace.foreign' })
  })

  it('counts as own under sudo if it belongs to the caller, and to no one else', async () => {
    const { mine, find, declare } = await folders()
    await declare(mine, otherUser)
    expect(await find(mine, { HOME: '/root', SUDO_UID: String(otherUser) })).toBe(mine)
    for (const SUDO_UID of ['4243', '', 'x', `${otherUser}x`, '-1'])
      await expect(find(mine, { HOME: '/root', SUDO_UID })).rejects.toMatchObject({
        code: 'workspace.foreign',
      })
  })

  it('is used once its folder is trusted, and no other is', async () => {
    const { home, shared, mine, find, declare } = await folders()
    await declare(mine, otherUser)
    await declare(shared, otherUser)
    await writeWorkspaceTrust(home, { trust: 1, folders: [mine], templates: [] })
    expect(await find(mine)).toBe(mine)
    await expect(find(shared)).rejects.toMatchObject({ code: 'workspace.foreign' })
  })
})
