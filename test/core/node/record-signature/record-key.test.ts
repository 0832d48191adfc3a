import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment, joinOutput, makeRecordKey, readRecordKey, runProcess } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const maker = fileURLToPath(new URL('../../../fixtures/record-key-maker.ts', import.meta.url))
const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8)

describe('the key that signs install records', () => {
  it('does not exist before the first install', async () => {
    expect(await readRecordKey(await temporaryFolder())).toBeUndefined()
  })

  it('is 32 random bytes, readable only by this user whatever the umask, and never changes', async () => {
    const home = path.join(await temporaryFolder(), 'new', 'home')
    const before = process.umask(0)
    const key = await makeRecordKey(home).finally(() => process.umask(before))
    expect(key.symmetricKeySize).toBe(32)
    expect([
      await modeOf(path.join(home, 'record-key')),
      await modeOf(path.join(home, 'record-key/key')),
    ]).toEqual(['700', '600'])
    expect((await makeRecordKey(home)).equals(key)).toBe(true)
    expect((await readRecordKey(home))?.equals(key)).toBe(true)
    expect((await makeRecordKey(await temporaryFolder())).equals(key)).toBe(false)
  })

  it('is read where earlier versions kept it, and moved by the next install', async () => {
    const home = await temporaryFolder()
    const text = `${'A'.repeat(43)}\n`
    await mkdir(path.join(home, 'seal'), { mode: 0o700 })
    await writeFile(path.join(home, 'seal/key'), text, { mode: 0o600 })
    const key = await readRecordKey(home)
    expect(key?.symmetricKeySize).toBe(32)
    expect(key?.equals(await makeRecordKey(home))).toBe(true)
    expect(await readdir(home)).toEqual(['record-key'])
    expect(await readFile(path.join(home, 'record-key/key'), 'utf8')).toBe(text)
  })

  it('is refused where earlier versions kept it and others may use it', async () => {
    const home = await temporaryFolder()
    await mkdir(path.join(home, 'seal'), { mode: 0o700 })
    await writeFile(path.join(home, 'seal/key'), `${'A'.repeat(43)}\n`, { mode: 0o600 })
    await chmod(path.join(home, 'seal/key'), 0o644)
    await expect(makeRecordKey(home)).rejects.toMatchObject({ code: 'record-key.exposed' })
    expect(await readdir(home)).toEqual(['seal'])
  })

  it('is created once by parallel processes', async () => {
    const home = await temporaryFolder()
    const argv = [process.execPath, '--conditions=@cli-apps/source', '--import', 'tsx', maker, home]
    const cwd = path.dirname(maker)
    const results = await Promise.all(
      Array.from({ length: 4 }, () =>
        runProcess(argv, { cwd, env: cleanEnvironment(process.env), timeout: 60_000 }),
      ),
    )
    const keys = results.map(({ stdout }) => joinOutput(stdout))
    expect(keys[0]).toMatch(/^[\w-]{43}$/)
    expect(new Set(keys).size).toBe(1)
  })

  it('is refused if other users can read it', async () => {
    const home = await temporaryFolder()
    await makeRecordKey(home)
    await chmod(path.join(home, 'record-key/key'), 0o640)
    await expect(readRecordKey(home)).rejects.toMatchObject({ code: 'record-key.exposed' })
    await chmod(path.join(home, 'record-key/key'), 0o600)
    await chmod(path.join(home, 'record-key'), 0o755)
    await expect(makeRecordKey(home)).rejects.toMatchObject({ code: 'record-key.exposed' })
  })

  it.skipIf(process.getuid?.() !== 0)('is refused when it belongs to another user', async () => {
    const home = await temporaryFolder()
    await makeRecordKey(home)
    await chown(path.join(home, 'record-key/key'), 1234, 1234)
    await expect(readRecordKey(home)).rejects.toMatchObject({ code: 'record-key.exposed' })
  })

  it.each(['', 'short\n', `${'A'.repeat(44)}\n`])(
    'is refused, and not replaced, if the file contains %j',
    async (text) => {
      const home = await temporaryFolder()
      await mkdir(path.join(home, 'record-key'), { mode: 0o700 })
      const file = path.join(home, 'record-key/key')
      await writeFile(file, text, { mode: 0o600 })
      await expect(makeRecordKey(home)).rejects.toMatchObject({ code: 'record-key.corrupt' })
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )
})
