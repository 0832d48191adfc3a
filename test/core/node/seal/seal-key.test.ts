import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cleanEnvironment, joinOutput, makeSealKey, readSealKey, runProcess } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const maker = fileURLToPath(new URL('../../../fixtures/seal-key-maker.ts', import.meta.url))
const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8)

describe('the key that seals installs', () => {
  it('is not there before the first install', async () => {
    expect(await readSealKey(await temporaryFolder())).toBeUndefined()
  })

  it('is 32 random bytes for this user alone, whatever the umask, and stays', async () => {
    const home = path.join(await temporaryFolder(), 'new', 'home')
    const before = process.umask(0)
    const key = await makeSealKey(home).finally(() => process.umask(before))
    expect(key.symmetricKeySize).toBe(32)
    expect([await modeOf(path.join(home, 'seal')), await modeOf(path.join(home, 'seal/key'))]).toEqual([
      '700',
      '600',
    ])
    expect((await makeSealKey(home)).equals(key)).toBe(true)
    expect((await readSealKey(home))?.equals(key)).toBe(true)
    expect((await makeSealKey(await temporaryFolder())).equals(key)).toBe(false)
  })

  it('is made once by processes that want it at the same time', async () => {
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

  it('is refused where others may use it', async () => {
    const home = await temporaryFolder()
    await makeSealKey(home)
    await chmod(path.join(home, 'seal/key'), 0o640)
    await expect(readSealKey(home)).rejects.toMatchObject({ code: 'seal.exposed' })
    await chmod(path.join(home, 'seal/key'), 0o600)
    await chmod(path.join(home, 'seal'), 0o755)
    await expect(makeSealKey(home)).rejects.toMatchObject({ code: 'seal.exposed' })
  })

  it.skipIf(process.getuid?.() !== 0)('is refused where it belongs to somebody else', async () => {
    const home = await temporaryFolder()
    await makeSealKey(home)
    await chown(path.join(home, 'seal/key'), 1234, 1234)
    await expect(readSealKey(home)).rejects.toMatchObject({ code: 'seal.exposed' })
  })

  it.each(['', 'short\n', `${'A'.repeat(44)}\n`])(
    'is no key where the file holds %j, and is not replaced',
    async (text) => {
      const home = await temporaryFolder()
      await mkdir(path.join(home, 'seal'), { mode: 0o700 })
      const file = path.join(home, 'seal/key')
      await writeFile(file, text, { mode: 0o600 })
      await expect(makeSealKey(home)).rejects.toMatchObject({ code: 'seal.corrupt' })
      expect(await readFile(file, 'utf8')).toBe(text)
    },
  )
})
