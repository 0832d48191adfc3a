import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { npm } from '../../../services/installer/src/strategies/npm/npm.ts'
import { exampleHost } from '../../support/strategy-host.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const method = { method: 'npm', package: 'greet', version: '1.2.3' } as const

/** A prefix as npm leaves it, with a package whose `bin` is this. */
async function installed(bin: unknown): Promise<string> {
  const prefix = await temporaryFolder()
  const folder = path.join(prefix, 'node_modules/greet')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'greet', bin }))
  await writeFile(path.join(folder, 'cli.js'), '#!/usr/bin/env node\n')
  const packages = { 'node_modules/greet': { version: '1.2.3', integrity: 'sha512-x' } }
  await writeFile(path.join(prefix, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  return prefix
}

const find = (prefix: string, bin = 'greet') =>
  npm.find(method, { host: exampleHost(), bin, prefix, allowed: { scripts: [], builds: [], sources: [] } })

describe('npm.find', () => {
  it.each([
    ['a map', { greet: 'cli.js', other: 'x.js' }],
    ['one script', './cli.js'],
  ])('finds the script through %s and starts it with this Node, without env or shell', async (_what, bin) => {
    const prefix = await installed(bin)
    expect(await find(prefix)).toEqual({
      argv: [process.execPath, path.join(prefix, 'node_modules/greet/cli.js')],
      artifacts: [{ name: 'greet', version: '1.2.3', integrity: 'sha512-x' }],
      notices: [],
    })
  })

  it.each([
    ['has another executable', { hello: 'cli.js' }],
    ['has none', undefined],
    ['points out of its folder', { greet: '../../../../bin/sh' }],
  ])('refuses a package that %s', async (_what, bin) => {
    await expect(find(await installed(bin))).rejects.toMatchObject({ code: 'install.no-executable' })
  })
})
