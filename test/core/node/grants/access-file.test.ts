import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName } from '@cli-apps/core'
import {
  type AccessGrant,
  accessGranted,
  changeAccess,
  type HeldAccess,
  readAccess,
} from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const newFile = async (): Promise<string> => path.join(await temporaryFolder(), 'grants', 'access.json')
const whom = (changes: { app?: string; registry?: string; workspace?: string } = {}) => ({
  app: parseAppName(changes.app ?? 'git'),
  registry: changes.registry ?? 'catalog',
  workspace: changes.workspace ?? '/work/one',
})
const add =
  (...places: string[]) =>
  (held: HeldAccess): HeldAccess => ({ ...held, places: [...held.places, ...places] })
const drop =
  (...places: string[]) =>
  (held: HeldAccess): HeldAccess => ({
    ...held,
    places: held.places.filter((one) => !places.includes(one)),
  })
const placesGranted = (...args: Parameters<typeof accessGranted>): readonly string[] =>
  accessGranted(...args).places
const allow =
  (name: string, mode: 'read' | 'write' = 'read') =>
  (held: HeldAccess): HeldAccess => ({ ...held, access: [...held.access, { name, mode }] })

describe('the file of protected places that apps may change', () => {
  it('holds one entry for an app of one registry in one workspace, with its places once and in order', async () => {
    const file = await newFile()
    await changeAccess(file, whom(), add('.vscode', '.git'))
    await changeAccess(file, whom(), add('.git', '.idea'))
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      access: 1,
      apps: [
        { app: 'git', registry: 'catalog', workspace: '/work/one', places: ['.git', '.idea', '.vscode'] },
      ],
    })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('no longer holds what is revoked, and no entry without places', async () => {
    const file = await newFile()
    await changeAccess(file, whom(), add('.git', '.vscode'))
    await changeAccess(file, whom(), drop('.git'))
    expect(placesGranted(await readAccess(file), whom())).toEqual(['.vscode'])
    await changeAccess(file, whom(), drop('.vscode'))
    expect(await readAccess(file)).toEqual([])
  })

  it.each([
    ['workspace', whom({ workspace: '/work/two' })],
    ['app', whom({ app: 'git-lfs' })],
    ['registry', whom({ registry: 'https://registry.example' })],
  ])('shares nothing with another %s', async (_, other) => {
    const file = await newFile()
    await changeAccess(file, whom(), add('.git'))
    expect(placesGranted(await readAccess(file), other)).toEqual([])
    await changeAccess(file, other, add('.idea'))
    await changeAccess(file, whom(), drop('.git'))
    expect(placesGranted(await readAccess(file), other)).toEqual(['.idea'])
    expect(placesGranted(await readAccess(file), whom())).toEqual([])
  })

  it.each(['..', '../.git', '/etc', 'src', '', '.git/../..', '.cli-apps', 'skills'])(
    'refuses %j as a place, and stays as it was',
    async (place) => {
      const file = await newFile()
      await changeAccess(file, whom(), add('.git'))
      const before = await readFile(file, 'utf8')
      await expect(changeAccess(file, whom(), add(place))).rejects.toThrow()
      expect(await readFile(file, 'utf8')).toBe(before)
    },
  )

  it('holds what is outside of the workspace beside the places, once, with the mode of the last grant', async () => {
    const file = await newFile()
    await changeAccess(file, whom(), add('.git'))
    await changeAccess(file, whom(), allow('nested', 'write'))
    await changeAccess(file, whom(), allow('file:~/.ssh'))
    await changeAccess(file, whom(), allow('file:~/.ssh', 'write'))
    const held = {
      places: ['.git'],
      access: [
        { name: 'file:~/.ssh', mode: 'write' },
        { name: 'nested', mode: 'write' },
      ],
    }
    expect(accessGranted(await readAccess(file), whom())).toEqual(held)
    for (const other of [
      whom({ workspace: '/work/two' }),
      whom({ app: 'git-lfs' }),
      whom({ registry: 'https://registry.example' }),
    ])
      expect(accessGranted(await readAccess(file), other)).toEqual({ places: [], access: [] })
    await changeAccess(file, whom(), drop('.git'))
    expect(accessGranted(await readAccess(file), whom())).toEqual({ ...held, places: [] })
  })

  it.each([
    ...['file:', 'file:/', 'file:~', 'file:.git', 'file:~/..', 'file:/etc', 'file:~/.config', 'file:/proc/1'],
    ...['socket:/run', 'socket:run', 'device:/etc/passwd', 'network:all', 'network', 'root', 'nested:x', ''],
  ])('refuses %j as an access, and stays as it was', async (name) => {
    const file = await newFile()
    await changeAccess(file, whom(), add('.git'))
    const before = await readFile(file, 'utf8')
    await expect(changeAccess(file, whom(), allow(name))).rejects.toThrow()
    expect(await readFile(file, 'utf8')).toBe(before)
  })

  it('loses none of many concurrent grants and revocations', async () => {
    const file = await newFile()
    const workspaces = Array.from({ length: 20 }, (_, index) => `/work/${index}`)
    await Promise.all(
      workspaces.map((workspace) => changeAccess(file, whom({ workspace }), add('.git', '.idea'))),
    )
    await Promise.all([
      ...workspaces.map((workspace) => changeAccess(file, whom({ workspace }), drop('.idea'))),
      ...workspaces.map((workspace) => changeAccess(file, whom({ workspace }), add('.vscode'))),
    ])
    const grants: AccessGrant[] = await readAccess(file)
    expect(grants).toHaveLength(20)
    for (const workspace of workspaces)
      expect(placesGranted(grants, whom({ workspace }))).toEqual(['.git', '.vscode'])
  })

  it.each([
    ['no JSON', '{'],
    ['another format', '{"access":2,"apps":[]}'],
    [
      'a place that cannot be granted',
      '{"access":1,"apps":[{"app":"git","registry":"c","workspace":"/w","places":["/etc"]}]}',
    ],
  ])('refuses a file that holds %s', async (_, text) => {
    const file = await newFile()
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, text, { mode: 0o600 })
    await expect(readAccess(file)).rejects.toMatchObject({ code: 'grants.corrupt' })
  })
})
