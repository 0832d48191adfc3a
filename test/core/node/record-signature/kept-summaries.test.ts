import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppManifest, type AppName, parseManifest } from '@cli-apps/core'
import {
  makeRecordKey,
  readRecordSummaries,
  recordFile,
  signedRecordText,
  workspaceAt,
} from '@cli-apps/core/node'
import { expect, it } from 'vitest'
import { openKeptSummaries } from '../../../../packages/core/src/node/record-signature/kept-summaries.ts'
import { exampleManifestJson } from '../../../support/example-manifest.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const reader = 'sha256:of-this-program'
const nameOf = (index: number): AppName => AppManifest.shape.name.parse(`app-${index}`)
const names = Array.from({ length: 25 }, (_, index) => nameOf(index))

/** A workspace whose records are old enough to be kept. */
async function installed() {
  const workspace = workspaceAt(await temporaryFolder())
  const home = await temporaryFolder()
  const key = await makeRecordKey(home)
  const write = async (name: AppName, version: string): Promise<void> => {
    const manifest = parseManifest(exampleManifestJson({ name, version }))
    const record = {
      ...{ record: 1, name, version, registry: 'catalog:built-in', method: 'npm', program_version: null },
      ...{ adopted: false, skill: { path: `skills/cli-app-${name}/SKILL.md`, files: {} }, manifest },
    }
    await writeFile(recordFile(workspace, name), signedRecordText(record, key))
  }
  await mkdir(workspace.records, { recursive: true })
  for (const name of names) await write(name, '1.0.0')
  await delay(60)
  const list = () => readRecordSummaries(workspace, { home, reader })
  const cached = path.join(home, 'cache', 'summaries')
  return { workspace, home, write, list, cached }
}

it('shows a record that was written, removed or edited since the list was kept', async () => {
  const { workspace, write, list } = await installed()
  const first = await list()
  expect(first.map(({ name }) => name)).toEqual([...names].sort())
  expect(await list()).toEqual(first)
  await write(nameOf(3), '2.0.0')
  await rm(recordFile(workspace, nameOf(4)))
  const edited = recordFile(workspace, nameOf(5))
  await writeFile(edited, (await readFile(edited, 'utf8')).replace('"adopted": false', '"adopted": true'))
  const second = new Map((await list()).map((summary) => [summary.name, summary]))
  expect(second.size).toBe(24)
  expect(second.get(nameOf(3))?.version).toBe('2.0.0')
  expect(second.get(nameOf(5))).toMatchObject({ adopted: true, isOwn: false })
  expect(second.get(nameOf(6))).toMatchObject({ adopted: false, isOwn: true })
})

it('reads no record twice, until it is written again or another program reads it', async () => {
  const { workspace, home, write, list } = await installed()
  const [known] = await list()
  const reads: string[] = []
  const readAll = async (by: string) => {
    reads.length = 0
    const kept = await openKeptSummaries(workspace.records, { home, reader: by })
    for (const name of names)
      await kept?.get(recordFile(workspace, name), async () => {
        reads.push(name)
        return known
      })
  }
  await readAll(reader)
  expect(reads).toEqual([])
  await write(nameOf(7), '1.0.0')
  await readAll(reader)
  expect(reads).toEqual([nameOf(7)])
  await readAll('sha256:of-a-later-version')
  expect(reads).toEqual(names)
})

it('does not believe what another program wrote in its place', async () => {
  const { list, cached } = await installed()
  const first = await list()
  const [name = ''] = await readdir(cached)
  const file = path.join(cached, name)
  const text = await readFile(file, 'utf8')
  for (const forged of [text.replaceAll('"isOwn":true', '"isOwn":false'), text.slice(0, -9), '', '\n{}']) {
    await writeFile(file, forged)
    expect(await list()).toEqual(first)
  }
})

it('keeps nothing of a short list, or for a program without a digest', async () => {
  const { workspace, home, list, cached } = await installed()
  await readRecordSummaries(workspace, { home })
  await expect(readdir(cached)).rejects.toThrow('ENOENT')
  for (const name of names.slice(5)) await rm(recordFile(workspace, name))
  await delay(60)
  expect(await list()).toHaveLength(5)
  await expect(readdir(cached)).rejects.toThrow('ENOENT')
})
