import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName } from '@cli-apps/core'
import { type AppGrants, changeGrants, grantsFile, grantsOf, readGrants } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const app = parseAppName('greet')
const entry = (value: string, registry = 'catalog'): AppGrants => ({
  app,
  registry,
  env: [{ name: 'GREET_TOKEN', value }],
})
const newFile = async (): Promise<string> =>
  path.join(await temporaryFolder(), 'config', 'grants', 'grants.json')
const filled = async (): Promise<string> => {
  const file = await newFile()
  await changeGrants(file, () => [entry('s3cret-value')])
  return file
}
const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8)

describe('the file of grants', () => {
  it('lies in the configuration of the user', () => {
    expect(grantsFile({ HOME: '/home/ann', XDG_CONFIG_HOME: '/home/ann/conf' })).toBe(
      '/home/ann/conf/cli-apps/grants/grants.json',
    )
  })

  it('is for this user alone, and so is its folder, whatever the umask', async () => {
    const before = process.umask(0)
    const file = await filled().finally(() => process.umask(before))
    expect([await modeOf(file), await modeOf(path.dirname(file))]).toEqual(['600', '700'])
    expect((await readdir(path.dirname(file))).filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect(await readGrants(file)).toEqual([entry('s3cret-value')])
  })

  it('is empty where there is none', async () => {
    expect(await readGrants(await newFile())).toEqual([])
  })

  it.each([0o640, 0o604, 0o620])('is refused with mode %o', async (mode) => {
    const file = await filled()
    await chmod(file, mode)
    const refused = {
      code: 'grants.exposed',
      exitStatus: 6,
      hint: expect.stringContaining(`chmod 600 ${file}`),
    }
    await expect(readGrants(file)).rejects.toMatchObject(refused)
    await expect(changeGrants(file, () => [])).rejects.toMatchObject(refused)
  })

  it.each([0o750, 0o703])('is refused in a folder with mode %o', async (mode) => {
    const file = await filled()
    await chmod(path.dirname(file), mode)
    await expect(readGrants(file)).rejects.toMatchObject({ hint: expect.stringContaining('chmod 700') })
    await expect(changeGrants(file, () => [])).rejects.toMatchObject({ code: 'grants.exposed' })
  })

  it.runIf(process.getuid?.() === 0)('is refused when it belongs to another user', async () => {
    const file = await filled()
    await chown(file, 12_345, 12_345)
    await expect(readGrants(file)).rejects.toMatchObject({ code: 'grants.exposed' })
  })

  it.each([
    ['no JSON', '{"grants": 1, "apps": [{"value": "s3cret-value'],
    ['of another format', '{"grants": 2, "apps": [], "x": "s3cret-value"}'],
    ['of a wrong shape', '{"grants": 1, "apps": [{"app": "greet", "registry": "x", "env": "s3cret-value"}]}'],
  ])('is refused when it is %s, without telling of its content', async (_what, text) => {
    const file = await newFile()
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeFile(file, text, { mode: 0o600 })
    const error: unknown = await readGrants(file).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'grants.corrupt' })
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('s3cret')
    await expect(changeGrants(file, () => [])).rejects.toMatchObject({ code: 'grants.corrupt' })
    expect(await readFile(file, 'utf8')).toBe(text)
  })

  it('loses nothing to changes at the same time', async () => {
    const file = await newFile()
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const add = (registry: string): Promise<void> =>
      changeGrants(file, (grants) => [...grants, entry('value', registry)])
    await Promise.all(names.map(add))
    expect((await readGrants(file)).map(({ registry }) => registry).sort()).toEqual(names)
  })
})

describe('a grant', () => {
  it('is for the app of one registry', () => {
    const grants = [entry('of a', 'https://a.test/'), entry('of b', 'https://b.test/')]
    expect(grantsOf(grants, { app, registry: 'https://b.test/' })).toEqual(
      new Map([['GREET_TOKEN', { name: 'GREET_TOKEN', value: 'of b' }]]),
    )
    expect(grantsOf(grants, { app, registry: 'https://c.test/' }).size).toBe(0)
    expect(grantsOf(grants, { app: parseAppName('greet-2'), registry: 'https://a.test/' }).size).toBe(0)
  })
})
