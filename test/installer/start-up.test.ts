import { readFileSync } from 'node:fs'
import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type CliResult, createMachine, type Machine } from '../support/cli.ts'
import { createFixtureWorkspace } from '../support/fixture-workspace.ts'

const dist = fileURLToPath(new URL('../../services/installer/dist', import.meta.url))

const textOf = (name: string): string => readFileSync(path.join(dist, name), 'utf8')

describe('the code loaded at start', () => {
  it('is almost none for the version', () => {
    expect(textOf('main.cjs').length).toBeLessThan(5_200)
  })

  it.each([
    ['list', 'list', 120_000],
    ['complete', 'complete', 95_000],
    ['run', 'run', 356_000],
    ['info', 'info', 544_000],
    ['search', 'search', 519_000],
    ['install, update, ci and outdated', 'change', 1_998_000],
    ['all others', 'other', 3_899_000],
  ])('is one bundle for %s', (_, start, most) => {
    const text = textOf(`starts/${start}.cjs`)
    expect(text.length).toBeLessThan(most)
    // They are read as Latin-1.
    expect(text).not.toMatch(/[^\0-\x7f]/)
    expect([...text.matchAll(/\brequire\("(\.[^"]*)"/g)]).toEqual([])
  })

  it('holds no rules against injections, no search, and no client of servers to run an app', () => {
    expect(textOf('starts/run.cjs')).not.toMatch(/injection\.override|node:https?"|node:tls"|"ZodObject"/)
  })
})

describe('compiled code', () => {
  const start = (machine: Machine): Promise<CliResult> => machine.cli('list', '--json')
  const own = `list-${process.versions.node}-${process.arch}-`
  const machineWith = async (environment: Record<string, string> = {}) => {
    const machine = await createMachine({ NODE_COMPILE_CACHE: '', ...environment })
    const kept = path.join(machine.home, 'cli-apps/cache/code')
    const home = path.join(machine.home, 'cli-apps')
    const files = async (): Promise<string[]> => (await readdir(kept).catch(() => [])).sort()
    return { machine, kept, home, files }
  }

  it('is kept for the next start, in place of that of the oldest builds', async () => {
    const { machine, kept, files } = await machineWith()
    const builds = [...['1', '2', '3'].map((digit) => own + digit.repeat(16)), 'list-18.0.0-x64-1']
    await mkdir(kept, { recursive: true })
    const left = `${own}5.1234.tmp`
    for (const [days, name] of [...builds, left, 'run-20.19.0-x64-1', 'pin-18.0.0-x64-1'].entries()) {
      await writeFile(path.join(kept, name), '')
      await utimes(path.join(kept, name), 0, 1e9 - days * 86_400)
    }
    expect(await start(machine)).toMatchObject({ status: 0 })
    const after = await files()
    expect(after.filter((name) => [...builds, left].includes(name))).toEqual(builds.slice(0, 2))
    expect(after.filter((name) => !name.startsWith('list-'))).toEqual([
      'pin-18.0.0-x64-1',
      'run-20.19.0-x64-1',
    ])
    const name = after.find((one) => one.startsWith(own) && !builds.includes(one)) ?? ''
    const { mtimeMs, size } = await stat(path.join(kept, name))
    expect(size).toBeGreaterThan(10_000)
    expect(await start(machine)).toMatchObject({ status: 0 })
    expect((await stat(path.join(kept, name))).mtimeMs).toBe(mtimeMs)
  })

  it('is kept for each command that succeeds', async () => {
    const { machine, home, files } = await machineWith()
    await mkdir(home)
    await machine.cli('config', 'list')
    await machine.cli('env', 'list')
    await machine.cli('env', 'nothing')
    await machine.cli('nothing')
    expect((await files()).map((name) => name.split('-', 1)[0])).toEqual(['config', 'env', 'other'])
  })

  it('that V8 does not know is replaced', async () => {
    const { machine, kept, home, files } = await machineWith()
    await mkdir(home)
    await start(machine)
    const [name = ''] = await files()
    await writeFile(path.join(kept, name), 'no code at all')
    expect(await start(machine)).toMatchObject({ status: 0 })
    expect((await stat(path.join(kept, name))).size).toBeGreaterThan(10_000)
  })

  it.each([
    ['where there is no home yet', {}, async () => {}],
    [
      'where the user wants none',
      { NODE_DISABLE_COMPILE_CACHE: '1' },
      async (home: string): Promise<void> => {
        await mkdir(home)
      },
    ],
    [
      'where a file is in the way',
      {},
      async (home: string) => {
        await mkdir(home)
        await writeFile(path.join(home, 'cache'), '')
      },
    ],
  ])('is not kept %s, and nothing fails', async (_, environment, prepare) => {
    const { machine, home, files } = await machineWith(environment)
    await prepare(home)
    const before = await readdir(home).catch(() => undefined)
    expect(await machine.cli('--help')).toMatchObject({ status: 0, stderr: '' })
    expect(await readdir(home).catch(() => undefined)).toEqual(before)
    expect(await files()).toEqual([])
  })
})

describe('list', () => {
  it('reports a damaged record, and lists nothing', async () => {
    await using fixture = await createFixtureWorkspace()
    await fixture.install('good')
    const machine = await createMachine()
    const records = path.join(fixture.root, '.cli-apps/apps')
    await mkdir(records, { recursive: true })
    for (const [text, message] of [
      ['{"record":1,"name":"bad"', 'cannot be read'],
      ['{"record":1,"name":"bad","version":3}', 'is damaged'],
    ] as const) {
      await writeFile(path.join(records, 'bad.json'), text)
      const result = await machine.cli('list', '--workspace', fixture.root, '--json')
      expect(result.status).toBe(3)
      expect(result.json()).toMatchObject({
        error: { code: 'record.corrupt', message: expect.stringContaining(message) },
      })
    }
  })
})
