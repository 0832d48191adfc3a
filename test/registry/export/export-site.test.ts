import { readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName } from '@cli-apps/core'
import { openRegistry, readPublicationFile, resourceFolder } from '@cli-apps/core/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportSite } from '../../../services/registry/src/export/export-site.ts'
import { writeSite } from '../../../services/registry/src/export/write-site.ts'
import { adoptKey } from '../../../services/registry/src/signing/adopt-key.ts'
import { fileServer } from '../../support/file-server.ts'
import { manifestOf } from '../../support/manifest-of.ts'
import { signingKey } from '../../support/signed-site.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createTestRegistry, type TestRegistry } from '../../support/test-registry.ts'

const signer = signingKey('export')
let registry: TestRegistry
beforeAll(async () => {
  registry = await createTestRegistry(undefined, { signer })
  const { queries } = registry.database
  await adoptKey(queries, signer, registry.clock.now)
  const token = await registry.token('ann', 'publish:*')
  // An export has about six files per app, and the tests compare each of them.
  for (const name of ['ffmpeg', 'github', 'jq', 'ollama', 'prettier']) {
    const entry = await readPublicationFile(path.join(resourceFolder('catalog'), `${name}.json`))
    expect((await registry.publish(JSON.parse(entry?.text ?? ''), token)).status).toBe(201)
  }
  await registry.publish(manifestOf({ name: 'plus', version: '1.0.0+1' }), token)
  await registry.publish(manifestOf({ name: 'plus', version: '1.0.0-rc.1' }), token)
})
afterAll(() => registry.close())

const exportTo = (folder: string, options: { maxAgeDays?: number | null; now?: Date } = {}) =>
  exportSite(registry.database.queries, {
    folder,
    now: new Date('2026-01-02T03:04:05.678Z'),
    signer,
    ...options,
  })

/** The bytes of a site's files by path. */
async function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const read = files.map(async (file) => [path.relative(folder, file), await readFile(file)] as const)
  return new Map((await Promise.all(read)).filter(([name]) => name !== '.cli-apps-export.json'))
}

describe('an exported site', () => {
  test('contains exactly the bytes that the server returns, for every document', async () => {
    const folder = path.join(await temporaryFolder(), 'site')
    const report = await exportTo(folder)
    const files = await filesOf(folder)
    expect(report.files).toBe(files.size)
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        'v1/index.json',
        'v1/keys.json',
        'v1/apps/plus.json',
        'v1/apps/plus/1.0.0+1/SKILL.md',
        'registry.json',
        '.well-known/agent-skills/index.json',
      ]),
    )
    for (const [file, bytes] of files) {
      const answer = await registry.get(`/${file.split('/').map(encodeURIComponent).join('/')}`)
      expect({ file, status: answer.status }).toEqual({ file, status: 200 })
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes), file).toBe(true)
    }
  })

  test('works as a registry, as a folder and behind any file server, including versions with a plus', async () => {
    const folder = path.join(await temporaryFolder(), 'site')
    await exportTo(folder)
    const files = [...(await filesOf(folder))].map(([file, bytes]) => [`/${file}`, bytes] as const)
    const { url } = await fileServer(Object.fromEntries(files))
    for (const location of [folder, url]) {
      const registry = await openRegistry(location, {
        cacheFolder: await temporaryFolder(),
        trustFolder: await temporaryFolder(),
        onStale: () => {},
      })
      expect((await registry.index()).map(({ name }) => name)).toContain('jq')
      expect((await registry.search('plus', 3)).apps[0]?.name).toBe('plus')
      const { signature, manifest } = await registry.manifest(parseAppName('plus'), '1.0.0+1')
      expect({ key: signature?.key, version: manifest.version }).toEqual({
        key: signer.id,
        version: '1.0.0+1',
      })
    }
  })

  test('keeps unchanged files and deletes those of removed apps', async () => {
    const folder = path.join(await temporaryFolder(), 'site')
    await exportTo(folder)
    const kept = path.join(folder, 'v1/apps/jq.json')
    const { ino, mtimeMs } = await stat(kept)
    await writeFile(path.join(folder, 'v1/apps/gone.json'), '{}')
    await writeFile(path.join(folder, 'v1/categories.json'), 'damaged')
    const { files, unchanged } = await exportTo(folder)
    expect(unchanged).toBe(files - 1)
    expect(await stat(kept)).toMatchObject({ ino, mtimeMs })
    expect((await filesOf(folder)).has('v1/apps/gone.json')).toBe(false)
  })
})

describe('the folder of an export', () => {
  const site = (text: string, error?: Error) =>
    (async function* () {
      yield { path: 'v1/index.json', content: text }
      if (error !== undefined) throw error
    })()
  const indexOf = (folder: string) => readFile(path.join(folder, 'v1/index.json'), 'utf8')

  test.each([
    ['7 days', 7, 7, 8],
    ['any time', null, 400, undefined],
    ['any time from a folder, where no age is named', undefined, 400, undefined],
  ])('can be installed from for %s', async (_what, maxAgeDays, good, bad) => {
    const folder = path.join(await temporaryFolder(), 'site')
    const now = new Date('2026-01-02T03:04:05.678Z')
    await exportTo(folder, { now, ...(maxAgeDays !== undefined && { maxAgeDays }) })
    const timestamp = JSON.parse(await readFile(path.join(folder, 'v1/timestamp.json'), 'utf8'))
    expect(timestamp.max_age_days).toBe(maxAgeDays)
    const trustFolder = await temporaryFolder()
    const readAfter = async (days: number) => {
      const at = new Date(now.getTime() + days * 86_400_000)
      const options = { cacheFolder: trustFolder, trustFolder, onStale: () => {}, now: () => at }
      return (await openRegistry(folder, options)).app(parseAppName('plus'))
    }
    expect(await readAfter(good)).toBeDefined()
    if (bad !== undefined) await expect(readAfter(bad)).rejects.toMatchObject({ code: 'trust.too-old' })
  })

  test('is refused if it contains other files', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'thesis.txt'), 'years of work')
    await expect(writeSite(folder, site('new'))).rejects.toMatchObject({
      code: 'export.not-ours',
      exitStatus: 3,
    })
    expect(await readdir(folder)).toEqual(['thesis.txt'])
    await expect(writeSite(path.join(folder, 'thesis.txt'), site('new'))).rejects.toMatchObject({
      code: 'export.not-a-folder',
    })
  })

  test('stays complete when an export fails half way, and when one was killed between its renames', async () => {
    const folder = path.join(await temporaryFolder(), 'site')
    await writeSite(folder, site('old'))
    await expect(writeSite(folder, site('new', new Error('no disk')))).rejects.toThrow('no disk')
    expect(await indexOf(folder)).toBe('old')
    const { rename } = await import('node:fs/promises')
    await rename(folder, path.join(path.dirname(folder), '.site.export-old'))
    await expect(writeSite(folder, site('new', new Error('no disk')))).rejects.toThrow('no disk')
    expect(await indexOf(folder)).toBe('old')
    await writeSite(folder, site('new'))
    expect(await indexOf(folder)).toBe('new')
    expect((await readdir(path.dirname(folder))).filter((name) => /-(new|old)$/.test(name))).toEqual([])
  })

  test('leaves neighboring files and a symbolic link to it in place', async () => {
    const parent = await temporaryFolder()
    for (const name of ['site.new', 'site.old']) await writeFile(path.join(parent, name), 'years of work')
    await writeSite(path.join(parent, 'site'), site('first'))
    const linked = path.join(parent, 'linked')
    await symlink(path.join(parent, 'site'), linked)
    await writeSite(linked, site('second'))
    expect(await indexOf(path.join(parent, 'site'))).toBe('second')
    expect(await readlink(linked)).toBe(path.join(parent, 'site'))
    for (const name of ['site.new', 'site.old'])
      expect(await readFile(path.join(parent, name), 'utf8')).toBe('years of work')
  })

  test('is used by one export at a time', async () => {
    const folder = path.join(await temporaryFolder(), 'site')
    const nested: string[] = []
    const outer = (async function* () {
      await writeSite(folder, site('inner')).catch((error) => nested.push(error.code))
      yield { path: 'v1/index.json', content: 'outer' }
    })()
    await writeSite(folder, outer)
    expect(nested).toEqual(['lock.held'])
    expect(await indexOf(folder)).toBe('outer')
  })
})
