import { createSecretKey, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName } from '@cli-apps/core'
import {
  isSealedBy,
  makeSealKey,
  openSeals,
  readAnyRecord,
  readOwnRecord,
  recordFile,
  sealedRecordText,
} from '@cli-apps/core/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createFixtureWorkspace,
  type FixtureWorkspace,
  writeSealed,
} from '../../../support/fixture-workspace.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const key = createSecretKey(randomBytes(32))
const record = { name: 'greet', argv: ['/bin/true'], manifest: { x_unknown: [1, { deep: 'ü' }] } }
const sealed = (): Record<string, unknown> => JSON.parse(sealedRecordText(record, key))

describe('a seal', () => {
  it('holds however the file is spaced, and covers keys that nobody knows', () => {
    const file = sealed()
    expect(isSealedBy(file, key)).toBe(true)
    expect(isSealedBy(JSON.parse(JSON.stringify(file)), key)).toBe(true)
    expect(isSealedBy({ ...file, manifest: { x_unknown: [1, { deep: 'u' }] } }, key)).toBe(false)
  })

  it('replaces the one before instead of covering it', () => {
    expect(sealedRecordText(sealed(), key)).toBe(sealedRecordText(record, key))
  })

  it.each<[string, unknown]>([
    ['no seal', record],
    ['an empty seal', { ...record, seal: '' }],
    ['a seal cut short', { ...sealed(), seal: String(sealed().seal).slice(0, -4) }],
    ['a seal that is no text', { ...sealed(), seal: 1 }],
    ['another argv', { ...sealed(), argv: ['/bin/sh'] }],
    ['another name', { ...sealed(), name: 'other' }],
    ['one key more', { ...sealed(), more: null }],
    ['a list', [sealed()]],
    ['nothing', null],
  ])('does not hold for %s', (_what, content) => {
    expect(isSealedBy(content, key)).toBe(false)
  })

  it('does not hold by another key', () => {
    expect(isSealedBy(sealed(), createSecretKey(randomBytes(32)))).toBe(false)
  })
})

describe('a record', () => {
  let workspace: FixtureWorkspace
  const name = parseAppName('greet')
  beforeAll(async () => {
    workspace = await createFixtureWorkspace()
    await workspace.install('greet')
  })
  afterAll(() => workspace[Symbol.asyncDispose]())

  it('is obeyed by the user who installed it alone', async () => {
    expect(await readOwnRecord(workspace, name, workspace.seals)).toMatchObject({ name })
    const other = openSeals(await temporaryFolder())
    await expect(readOwnRecord(workspace, name, other)).rejects.toMatchObject({
      code: 'record.foreign',
      hint: expect.stringContaining('npx cli-apps install greet'),
    })
    expect(await readAnyRecord(workspace, name, other)).toMatchObject({ record: { name }, isOwn: false })
  })

  it('is its own once the user has a key, without a restart', async () => {
    const home = await temporaryFolder()
    const seals = openSeals(home)
    await expect(readOwnRecord(workspace, name, seals)).rejects.toMatchObject({ code: 'record.foreign' })
    await makeSealKey(home)
    const { record: known } = (await readAnyRecord(workspace, name, seals)) ?? {}
    if (known !== undefined) await writeSealed(workspace, known, home)
    expect(await readOwnRecord(workspace, name, seals)).toMatchObject({ name })
  })

  it('of another app is none of this one, though it is sealed', async () => {
    const other = await workspace.install('gimp')
    await writeFile(recordFile(workspace, name), await readFile(path.join(workspace.records, 'gimp.json')))
    expect(other.name).toBe('gimp')
    await expect(readOwnRecord(workspace, name, workspace.seals)).rejects.toMatchObject({
      code: 'record.corrupt',
    })
  })
})
