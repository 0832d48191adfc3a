import { chmod, readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseAppName } from '@cli-apps/core'
import { readGrants } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { forgetGrant, storeGrant } from '../../../services/installer/src/grants/change-grant.ts'
import { memoryKeyring } from '../../support/memory-keyring.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const whom = { app: parseAppName('greet'), registry: 'https://apps.test/' }
const name = 'GREET_TOKEN'

async function newStore() {
  return { file: path.join(await temporaryFolder(), 'grants', 'grants.json'), keyring: memoryKeyring() }
}

describe('a value in the keyring', () => {
  it('is not in the file, which has an account that no other value has', async () => {
    const store = await newStore()
    await storeGrant(store, whom, { name, value: 's3cret', place: 'keyring' })
    await storeGrant(
      store,
      { ...whom, registry: 'https://other.test/' },
      { name, value: 'other', place: 'keyring' },
    )
    expect(await readFile(store.file, 'utf8')).not.toContain('s3cret')
    expect([...store.keyring.values.values()]).toEqual(['s3cret', 'other'])
    const accounts = (await readGrants(store.file)).flatMap(({ env }) => env)
    expect(accounts).toEqual([...store.keyring.values.keys()].map((keyring) => ({ name, keyring })))
  })

  it('takes the place of an earlier one, which is deleted, and so does one in the file', async () => {
    const store = await newStore()
    await storeGrant(store, whom, { name, value: 'first', place: 'keyring' })
    expect(await storeGrant(store, whom, { name, value: 'second', place: 'keyring' })).toEqual([])
    expect([...store.keyring.values.values()]).toEqual(['second'])
    await storeGrant(store, whom, { name, value: 'third', place: 'file' })
    expect(store.keyring.values.size).toBe(0)
    expect(await readGrants(store.file)).toMatchObject([{ env: [{ name, value: 'third' }] }])
    await storeGrant(store, whom, { name, value: 'fourth', place: 'keyring' })
    expect(await readFile(store.file, 'utf8')).not.toContain('third')
  })

  it('is stored nowhere while the keyring is locked, and the earlier one stays', async () => {
    const store = await newStore()
    await storeGrant(store, whom, { name, value: 'first', place: 'file' })
    store.keyring.isLocked = true
    const stored = storeGrant(store, whom, { name, value: 'second', place: 'keyring' })
    await expect(stored).rejects.toMatchObject({ code: 'keyring.unavailable' })
    expect(await readGrants(store.file)).toMatchObject([{ env: [{ name, value: 'first' }] }])
  })

  it('is deleted again when the file cannot be written', async () => {
    const store = await newStore()
    await storeGrant(store, whom, { name, value: 'first', place: 'file' })
    await chmod(store.file, 0o644)
    const stored = storeGrant(store, whom, { name, value: 'second', place: 'keyring' })
    await expect(stored).rejects.toMatchObject({ code: 'grants.exposed' })
    expect(store.keyring.values.size).toBe(0)
  })

  it('gives way to one in the file while the keyring is locked, and what is left there is reported', async () => {
    const store = await newStore()
    await storeGrant(store, whom, { name, value: 'first', place: 'keyring' })
    const [account = ''] = store.keyring.values.keys()
    store.keyring.isLocked = true
    const left = await storeGrant(store, whom, { name, value: 'second', place: 'file' })
    expect(left).toEqual([expect.stringContaining(account)])
    expect(await readGrants(store.file)).toMatchObject([{ env: [{ value: 'second' }] }])
  })

  it('is forgotten in both places, or in neither', async () => {
    const store = await newStore()
    await storeGrant(store, whom, { name, value: 'first', place: 'keyring' })
    store.keyring.isLocked = true
    await expect(forgetGrant(store, whom, name)).rejects.toMatchObject({ code: 'keyring.unavailable' })
    expect(await readGrants(store.file)).toHaveLength(1)
    store.keyring.isLocked = false
    await forgetGrant(store, whom, name)
    expect(store.keyring.values.size).toBe(0)
    expect(await readGrants(store.file)).toEqual([])
  })
})
