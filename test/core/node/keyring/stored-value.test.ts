import { type StoredVariable, storedValue } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { memoryKeyring } from '../../../support/memory-keyring.ts'

const inKeyring: StoredVariable = { name: 'GREET_TOKEN', keyring: 'greet/GREET_TOKEN/1' }

describe('the value of a stored variable', () => {
  it('is that of the file, without a question to the keyring', async () => {
    const keyring = memoryKeyring()
    keyring.isLocked = true
    expect(await storedValue('greet', { name: 'GREET_TOKEN', value: 'abc' }, keyring)).toBe('abc')
  })

  it('is that of the keyring, where the file names an account', async () => {
    expect(await storedValue('greet', inKeyring, memoryKeyring({ 'greet/GREET_TOKEN/1': 'abc' }))).toBe('abc')
  })

  it('is refused where the keyring has none, or one that no program can get', async () => {
    await expect(storedValue('greet', inKeyring, memoryKeyring())).rejects.toMatchObject({
      code: 'keyring.missing',
      hint: expect.stringContaining('env set greet GREET_TOKEN --keyring'),
    })
    for (const value of ['', 's3cret\0', 's3cret'.repeat(10_000)]) {
      const error: unknown = await storedValue(
        'greet',
        inKeyring,
        memoryKeyring({ 'greet/GREET_TOKEN/1': value }),
      ).catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({ code: 'keyring.bad-value' })
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('s3cret')
    }
  })

  it('is refused when nobody can unlock the keyring', async () => {
    const keyring = memoryKeyring({ 'greet/GREET_TOKEN/1': 'abc' })
    keyring.isLocked = true
    await expect(storedValue('greet', inKeyring, keyring)).rejects.toMatchObject({
      code: 'keyring.unavailable',
    })
  })
})
