import { execFile } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { packRegistry, writeCatalog } from '../support/packed-registry.ts'
import { startProgram, untilReady } from '../support/serve-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A registry as it is packed: it ships a database in which `prettier` is published, and here no catalog to publish from. */
let packed: string

afterAll(() => rm(path.dirname(packed), { recursive: true, force: true }))

beforeAll(async () => {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), 'packed-'))
  const catalog = path.join(folder, 'catalog')
  await writeCatalog(catalog, ['prettier'])
  packed = await packRegistry(folder)
  const script = path.join(root, 'scripts/seed-cluster.ts')
  const file = path.join(packed, 'seeded.tar.br')
  await promisify(execFile)(
    process.execPath,
    ['--conditions=@cli-apps/source', '--import', 'tsx', script, catalog, file],
    {
      cwd: root,
    },
  )
})

const start = async (data: string, ...flags: string[]) =>
  untilReady(
    startProgram(path.join(packed, 'main.js'), 'serve', '--port', '0', '--data', data, '--json', ...flags),
  )

const documentOf = async (url: string): Promise<unknown> =>
  (await fetch(`${url}/v1/apps/prettier.json`)).json()

it('the first start serves the shipped database, signed with a key of its own', async () => {
  const keys: unknown[] = []
  for (const name of ['one', 'two']) {
    const served = await start(path.join(await temporaryFolder(), name))
    expect(await documentOf(served.url)).toMatchObject({ name: 'prettier', owners: ['catalog'] })
    const { signatures } = (await (await fetch(`${served.url}/v1/apps/prettier/3.6.2.json`)).json()) as {
      signatures: { key: string }[]
    }
    keys.push(signatures[0]?.key)
    await served.stop('SIGTERM')
  }
  expect(keys).toEqual([expect.any(String), expect.any(String)])
  expect(keys[0]).not.toBe(keys[1])
})

it('with --no-seed it serves an empty one', async () => {
  const served = await start(path.join(await temporaryFolder(), 'data'), '--no-seed')
  expect(await documentOf(served.url)).toMatchObject({ code: 'app.unknown' })
  await served.stop('SIGTERM')
})
