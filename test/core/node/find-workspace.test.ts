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
  it('finds the nearest one above, of the same user', async () => {
    const { shared, mine, find, declare } = await folders()
    await declare(shared)
    expect(await find(mine)).toBe(shared)
  })

  it('does not leave a home', async () => {
    const { base, shared, mine, find, declare } = await folders()
    await declare(base)
    expect(await find(mine, { HOME: shared })).toBe(mine)
    await declare(shared)
    expect(await find(mine, { HOME: shared })).toBe(shared)
  })

  it('does not leave a file system', async () => {
    const { find } = await folders()
    expect(await find('/proc/self')).toBe('/proc/self')
  })
})

describe.skipIf(!isRoot)('a workspace that another user placed', () => {
  it('further up is passed and named', async () => {
    const { shared, mine, passed, find, declare } = await folders()
    await declare(shared, otherUser)
    expect(await find(mine)).toBe(mine)
    expect(passed).toEqual([path.join(shared, 'cli-apps.json')])
  })

  it('further up by an own file is passed where everybody may put files', async () => {
    const { shared, mine, passed, find, declare } = await folders()
    await declare(shared)
    await chmod(shared, 0o1777)
    expect(await find(mine)).toBe(mine)
    expect(passed).toEqual([shared])
  })

  it('hides what is above a folder of somebody else', async () => {
    const { base, shared, mine, find, declare } = await folders()
    await declare(base)
    await chown(shared, otherUser, otherUser)
    expect(await find(mine)).toBe(mine)
  })

  it.each(['cli-apps.json', 'cli-apps.lock', '.cli-apps', 'skills'])(
    'here is refused by its %s',
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

  it('here is refused by its folder, whoever made the file', async () => {
    const { mine, find, declare } = await folders()
    await declare(mine)
    await chown(mine, otherUser, otherUser)
    await expect(find(mine)).rejects.toMatchObject({ code: 'workspace.foreign' })
  })

  it('by a link is refused by who made the link', async () => {
    const { base, mine, find, declare } = await folders()
    await declare(base)
    const { lchown } = await import('node:fs/promises')
    await symlink(path.join(base, 'cli-apps.json'), path.join(mine, 'cli-apps.json'))
    await lchown(path.join(mine, 'cli-apps.json'), otherUser, otherUser)
    await expect(find(mine)).rejects.toMatchObject({ code: 'workspace.foreign' })
  })

  it('counts as own behind sudo where it is of the caller, and of nobody else', async () => {
    const { mine, find, declare } = await folders()
    await declare(mine, otherUser)
    expect(await find(mine, { HOME: '/root', SUDO_UID: String(otherUser) })).toBe(mine)
    for (const SUDO_UID of ['4243', '', 'x', `${otherUser}x`, '-1'])
      await expect(find(mine, { HOME: '/root', SUDO_UID })).rejects.toMatchObject({
        code: 'workspace.foreign',
      })
  })

  it('is obeyed once its folder is trusted, and no other', async () => {
    const { home, shared, mine, find, declare } = await folders()
    await declare(mine, otherUser)
    await declare(shared, otherUser)
    await writeWorkspaceTrust(home, { trust: 1, folders: [mine], templates: [] })
    expect(await find(mine)).toBe(mine)
    await expect(find(shared)).rejects.toMatchObject({ code: 'workspace.foreign' })
  })
})
