import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createMachine } from '../support/cli.ts'
import { createFixtureWorkspace } from '../support/fixture-workspace.ts'

const dist = fileURLToPath(new URL('../../services/installer/dist', import.meta.url))

/** The files that are loaded for this one, itself included: what it imports statically, and so on. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g))
    loadedWith(path.resolve(path.dirname(file), specifier), found)
  return found
}

const built = (pattern: RegExp): string =>
  path.join(dist, readdirSync(dist).find((name) => pattern.test(name)) ?? '')

describe('the modules loaded at start', () => {
  it('are almost none for the version', () => {
    const files = [...loadedWith(path.join(dist, 'main.js'))]
    expect(files.map((file) => readFileSync(file).length).reduce((a, b) => a + b)).toBeLessThan(4_000)
  })

  it('are a few small ones for the list of apps', () => {
    const entries = [path.join(dist, 'main.js'), built(/^run-cli-/), built(/^list-/)]
    const files = new Set(entries.flatMap((file) => [...loadedWith(file)]))
    expect(files.size).toBeLessThan(10)
    expect([...files].map((file) => readFileSync(file).length).reduce((a, b) => a + b)).toBeLessThan(109_000)
  })
})

describe('the modules loaded to run an app', () => {
  const entries = () =>
    ['main.js', 'run-main.js'].map((name) => path.join(dist, name)).concat(built(/^run-[A-Z0-9]{8}\.js$/))
  const files = () => new Set(entries().flatMap((file) => [...loadedWith(file)]))

  it('are a bundle of their own', () => {
    expect([...files()].map((file) => readFileSync(file).length).reduce((a, b) => a + b)).toBeLessThan(
      260_000,
    )
    expect([...files()].filter((file) => path.dirname(file) !== dist)).toEqual([])
  })

  it('hold no rules against injections, no search, and no client of servers', () => {
    const text = [...files()].map((file) => readFileSync(file, 'utf8')).join('')
    expect(text).not.toMatch(/injection\.override|node:https?"|node:tls"|"ZodObject"/)
  })
})

describe('the modules loaded to look up and compare apps', () => {
  const sizeOf = (files: ReadonlySet<string>): number =>
    [...files].map((file) => readFileSync(file).length).reduce((a, b) => a + b)

  it.each([
    ['info', 'look-main.js', 300_000],
    ['search', 'look-main.js', 300_000],
    ['outdated', 'change-main.js', 600_000],
    ['update', 'change-main.js', 600_000],
    ['ci', 'change-main.js', 600_000],
    ['install', 'change-main.js', 600_000],
  ])('neither judge texts nor render skills nor parse YAML: %s', (command, main, most) => {
    const entry = built(new RegExp(`^${command}-[A-Z0-9]{8}\\.js$`))
    const files = new Set(
      [main, 'main.js']
        .map((name) => path.join(dist, name))
        .concat(entry)
        .flatMap((file) => [...loadedWith(file)]),
    )
    expect(sizeOf(files)).toBeLessThan(most)
    expect(files.size).toBeLessThan(20)
    expect([...files].map((file) => readFileSync(file, 'utf8')).join('')).not.toMatch(
      /injection\.override|frontmatter\.not-empty|BAD_ALIAS/,
    )
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
