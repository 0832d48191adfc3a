import { readFile, writeFile } from 'node:fs/promises'
import { readRunRecord, recordFile } from '@cli-apps/core/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toJSONSchema } from 'zod'
import { Effects } from '../../../../packages/core/src/manifest/effect/effects.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../../support/fixture-workspace.ts'

let workspace: FixtureWorkspace

beforeEach(async () => {
  workspace = await createFixtureWorkspace()
})
afterEach(() => workspace[Symbol.asyncDispose]())

describe('readRunRecord', () => {
  it('returns what a run needs, as the whole record has it', async () => {
    const run = { timeout: 5, json: { args: ['--json'], position: 'last' as const } }
    const env = [{ name: 'TOKEN', description: 'A token', required: true, secret: true }]
    const { name, argv, store, digest, registry } = await workspace.install('app', {
      manifest: { run, requires: { env } },
    })
    const read = await readRunRecord(workspace, name, workspace.signatures)
    expect(read).toMatchObject({ name, argv, store, digest, registry, manifest: { run, requires: { env } } })
  })

  it('returns every part of an effect, or calls would be judged by less than the manifest says', async () => {
    const copy = {
      ...{ command: 'copy', options: ['-n'], operands: ['host:*'] },
      ...{ position: 'last' as const, overrides: ['--delete'] },
    }
    const { items } = toJSONSchema(Effects.shape.read.unwrap()) as {
      items: { anyOf: { properties?: object }[] }
    }
    expect(Object.keys(copy)).toEqual(items.anyOf.flatMap(({ properties = {} }) => Object.keys(properties)))
    const effects = { read: [copy], write: ['*', copy], destructive: [copy] }
    const { name } = await workspace.install('app', { manifest: { run: { effects } } })
    const read = await readRunRecord(workspace, name, workspace.signatures)
    expect(read?.manifest.run?.effects).toEqual(effects)
  })

  it('refuses a record that was changed after it was signed', async () => {
    const { name } = await workspace.install('app')
    const file = recordFile(workspace, name)
    await writeFile(file, (await readFile(file, 'utf8')).replace('2026-01-02', '2026-01-03'))
    await expect(readRunRecord(workspace, name, workspace.signatures)).rejects.toMatchObject({
      code: 'record.foreign',
    })
  })

  it('refuses a record of another app', async () => {
    const { name } = await workspace.install('app')
    const other = (await workspace.install('other')).name
    await writeFile(recordFile(workspace, other), await readFile(recordFile(workspace, name)))
    await expect(readRunRecord(workspace, other, workspace.signatures)).rejects.toMatchObject({
      code: 'record.corrupt',
    })
  })

  it('keeps the limits of the network, by reading the whole record', async () => {
    const access = { network: 'none' as const }
    const { name } = await workspace.install('app', { manifest: { requires: { access } } })
    const read = await readRunRecord(workspace, name, workspace.signatures)
    expect(read?.manifest.requires?.access).toEqual(access)
  })

  it('returns undefined for an app that is not installed', async () => {
    const { name } = await workspace.install('app')
    await workspace.uninstall(name)
    expect(await readRunRecord(workspace, name, workspace.signatures)).toBeUndefined()
  })
})
