import { createSecretKey, randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName } from '@cli-apps/core'
import {
  isRecordSignedBy,
  makeRecordKey,
  openRecordSignatures,
  readAnyRecord,
  readOwnRecord,
  recordFile,
  signedRecordText,
} from '@cli-apps/core/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createFixtureWorkspace,
  type FixtureWorkspace,
  writeSignedRecord,
} from '../../../support/fixture-workspace.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const key = createSecretKey(randomBytes(32))
const record = { name: 'greet', argv: ['/bin/true'], manifest: { x_unknown: [1, { deep: 'ü' }] } }
const signed = (): Record<string, unknown> => JSON.parse(signedRecordText(record, key))

describe('the signature of a record', () => {
  it('does not depend on whitespace, and covers unknown keys', () => {
    const file = signed()
    expect(isRecordSignedBy(file, key)).toBe(true)
    expect(isRecordSignedBy(JSON.parse(JSON.stringify(file)), key)).toBe(true)
    expect(isRecordSignedBy({ ...file, manifest: { x_unknown: [1, { deep: 'u' }] } }, key)).toBe(false)
  })

  it('replaces an earlier signature instead of covering it', () => {
    expect(signedRecordText(signed(), key)).toBe(signedRecordText(record, key))
  })

  it.each<[string, unknown]>([
    ['no signature', record],
    ['an empty signature', { ...record, record_signature: '' }],
    [
      'a truncated signature',
      { ...signed(), record_signature: String(signed().record_signature).slice(0, -4) },
    ],
    ['a signature that is not a string', { ...signed(), record_signature: 1 }],
    ['another argv', { ...signed(), argv: ['/bin/sh'] }],
    ['another name', { ...signed(), name: 'other' }],
    ['one more key', { ...signed(), more: null }],
    ['a list', [signed()]],
    ['null', null],
  ])('is not valid for %s', (_what, content) => {
    expect(isRecordSignedBy(content, key)).toBe(false)
  })

  it('is read with the key of earlier versions, and written with the current one', () => {
    const { record_signature, ...content } = signed()
    const earlier = { ...content, seal: record_signature }
    expect(isRecordSignedBy(earlier, key)).toBe(true)
    expect(isRecordSignedBy({ ...earlier, argv: ['/bin/sh'] }, key)).toBe(false)
    expect(isRecordSignedBy({ ...earlier, record_signature: 1 }, key)).toBe(false)
    expect(isRecordSignedBy({ ...signed(), seal: record_signature }, key)).toBe(false)
    expect(JSON.parse(signedRecordText(earlier, key))).toEqual(signed())
  })

  it('is not valid with another key', () => {
    expect(isRecordSignedBy(signed(), createSecretKey(randomBytes(32)))).toBe(false)
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

  it('is accepted only for the user who installed it', async () => {
    expect(await readOwnRecord(workspace, name, workspace.signatures)).toMatchObject({ name })
    const other = openRecordSignatures(await temporaryFolder())
    await expect(readOwnRecord(workspace, name, other)).rejects.toMatchObject({
      code: 'record.foreign',
      hint: expect.stringContaining('npx cli-apps install greet'),
    })
    expect(await readAnyRecord(workspace, name, other)).toMatchObject({ record: { name }, isOwn: false })
  })

  it('is accepted once the user has a key, without a restart', async () => {
    const home = await temporaryFolder()
    const signatures = openRecordSignatures(home)
    await expect(readOwnRecord(workspace, name, signatures)).rejects.toMatchObject({ code: 'record.foreign' })
    await makeRecordKey(home)
    const { record: known } = (await readAnyRecord(workspace, name, signatures)) ?? {}
    if (known !== undefined) await writeSignedRecord(workspace, known, home)
    expect(await readOwnRecord(workspace, name, signatures)).toMatchObject({ name })
  })

  it('of another app is refused, even when it is signed', async () => {
    const other = await workspace.install('gimp')
    await writeFile(recordFile(workspace, name), await readFile(path.join(workspace.records, 'gimp.json')))
    expect(other.name).toBe('gimp')
    await expect(readOwnRecord(workspace, name, workspace.signatures)).rejects.toMatchObject({
      code: 'record.corrupt',
    })
  })
})
