import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createMachine, type Machine } from '../support/cli.ts'
import { exampleManifestJson } from '../support/example-manifest.ts'
import { fakeApt } from '../support/fake-apt.ts'
import { fileServer } from '../support/file-server.ts'
import { binaryManifest, greetScript, tarball } from '../support/folder-registry.ts'
import { npmRegistry } from '../support/npm-registry.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let archive: Uint8Array
beforeAll(async () => {
  const notes = '  note) printf %s "$2" > notes.txt; echo "noted $2" ;;\n'
  archive = await tarball({ 'bin/greet': greetScript.replace('  env) env', `${notes}  env) env`) })
})

const recipe = (id: string, args: string[], rest: object = {}) => ({
  ...{ id, task: `Try ${id}`, call: { args } },
  ...rest,
})
const works = recipe('works', ['hello', 'Ann'], { expect: { stdout_contains: 'Hello, Ann!' } })
const fails = recipe('fails', ['hello', 'Ann'], { expect: { stdout_contains: 'Bye' } })
const needy = recipe('needy', ['hello', 'Ann'], { needs: ['network'] })

interface Tried {
  name: string
  recipes: { id: string; outcome: string; reason: string | null }[]
  skill: { tokens: number; text: string }
  issues: { path: string }[]
  kept: string | null
}

/** A publisher with a manifest file; temporary files go to a folder of its own. */
async function publisher(changes: object): Promise<Machine & { temporary: () => Promise<string[]> }> {
  const { url } = await fileServer({ '/greet.tar.gz': archive })
  const temporary = await temporaryFolder()
  const machine = await createMachine({
    CLI_APPS_MIRRORS: `https://downloads.test/=${url}/`,
    TMPDIR: temporary,
  })
  const manifest = binaryManifest(archive, changes as Record<string, unknown>)
  await writeFile(path.join(machine.workspace, 'greet.json'), JSON.stringify(manifest))
  return {
    ...machine,
    temporary: async () => (await readdir(temporary)).filter((name) => name.startsWith('cli-apps-try-')),
  }
}

describe('try', () => {
  it('installs a manifest apart, runs its recipes, shows its skill, and leaves nothing', async () => {
    const { cli, workspace, temporary } = await publisher({ recipes: [works, needy] })
    const result = await cli('try', './greet.json', '--yes', '--json')
    expect(result.status, result.stderr).toBe(0)
    const tried = result.json<Tried>()
    expect(tried).toMatchObject({ name: 'greet', method: 'binary', issues: [], kept: null })
    expect(tried.recipes).toMatchObject([
      { id: 'works', outcome: 'passed' },
      { id: 'needy', outcome: 'not-run', reason: expect.stringContaining('network') },
    ])
    expect(tried.skill.text).toContain('name: cli-app-greet')
    expect(tried.skill.tokens).toBeGreaterThan(50)
    expect(await readdir(workspace)).toEqual(['greet.json'])
    expect(await temporary()).toEqual([])
    expect((await cli('list', '--json')).json<{ apps: unknown[] }>().apps).toEqual([])
  })

  it('ends with 8 when a recipe fails, and says why', async () => {
    const { cli, temporary } = await publisher({ recipes: [works, fails] })
    const result = await cli('try', './greet.json', '--yes')
    expect(result.status, result.stderr).toBe(8)
    expect(result.stdout).toMatch(/passed +Try works/)
    expect(result.stdout).toMatch(/failed +Try fails .*Bye.* It printed: Hello, Ann!/)
    expect(result.stdout).not.toMatch(/ $/m)
    // Nothing of the trial is left that `verify` could look at.
    expect(result.stderr).not.toContain('verify')
    expect(await temporary()).toEqual([])
  })

  it('fails a recipe that is said to read, by itself or by run.effects, and changes a file', async () => {
    const files = { 'notes.txt': 'old' }
    const noting = (id: string, word: string, rest: object = {}) =>
      recipe(id, ['note', word], { files, expect: { stdout_contains: 'noted' }, ...rest })
    const { cli } = await publisher({
      run: { effects: { read: ['hello'], write: ['note'] } },
      recipes: [
        noting('by-itself', 'new', { effect: 'read' }),
        noting('unchanged', 'old', { effect: 'read' }),
        noting('write', 'new', { effect: 'write' }),
        recipe('printed', ['hello', 'Ann'], { expect: { file: 'said.txt' } }),
      ].map((one) =>
        one.id === 'printed' ? { ...one, call: { ...one.call, stdout_file: './said.txt' } } : one,
      ),
    })
    const result = await cli('try', './greet.json', '--yes', '--json')
    expect(result.status, result.stderr).toBe(8)
    const reason = expect.stringContaining('it changed notes.txt, although it is said to read')
    expect(result.json<Tried>().recipes).toMatchObject([
      { id: 'by-itself', outcome: 'failed', reason },
      { id: 'unchanged', outcome: 'passed' },
      { id: 'write', outcome: 'passed' },
      { id: 'printed', outcome: 'passed' },
    ])
    const listed = await publisher({
      run: { effects: { read: ['note'] } },
      recipes: [noting('by-the-list', 'new'), works],
    })
    const outcomes = (await listed.cli('try', './greet.json', '--yes', '--json')).json<Tried>().recipes
    expect(outcomes).toMatchObject([{ outcome: 'failed', reason }, { outcome: 'passed' }])
  })

  it('reports every recipe of a program that was there before', async () => {
    const { cli, workspace, environment } = await publisher({
      recipes: [fails, works],
      install: [{ method: 'bundled', detect: 'greet', instructions: 'Comes with Greetings.' }],
    })
    await writeFile(path.join(workspace, 'greet'), greetScript, { mode: 0o755 })
    environment.PATH = `${workspace}:${environment.PATH}`
    const result = await cli('try', './greet.json', '--yes', '--json')
    expect([result.status, result.json()]).toMatchObject([
      8,
      {
        recipes: [
          { outcome: 'failed', reason: expect.stringContaining('It printed: Hello, Ann!') },
          { outcome: 'passed' },
        ],
      },
    ])
  })

  it('keeps the place on request, with the whole skill in it', async () => {
    const { cli } = await publisher({ recipes: [works] })
    const { kept, skill } = (await cli('try', './greet.json', '--yes', '--keep', '--json')).json<Tried>()
    const file = path.join(`${kept}`, 'workspace/skills/cli-app-greet/SKILL.md')
    expect(await readFile(file, 'utf8')).toBe(skill.text)
  })

  it.each([
    [
      'a version that the program does not print',
      { run: { version: { args: ['--version'], expect: 'greet 9' } } },
      'run.version.expect',
    ],
    ['a call that it does not answer', { run: { version: { args: ['wait', '0'] } } }, 'run.version.args'],
  ])('names the key and the line of %s', async (_what, changes, key) => {
    const { cli, workspace } = await publisher(changes)
    const file = path.join(workspace, 'greet.json')
    await writeFile(file, JSON.stringify(JSON.parse(await readFile(file, 'utf8')), null, 2))
    const { status, stderr } = await cli('try', './greet.json', '--yes')
    expect(status, stderr).toBeGreaterThan(0)
    expect(stderr).toMatch(new RegExp(`line \\d+, ${key.replace(/[.[\]]/g, '\\$&')}`))
  })

  it('keeps the log of a package manager that failed', async () => {
    const npm = await npmRegistry([{ name: 'other', version: '1.2.3' }])
    const { cli, environment } = await publisher({
      install: [{ method: 'npm', package: 'greet', version: '1.2.3' }],
    })
    environment.CLI_APPS_MIRRORS = `https://registry.npmjs.org/=${npm.url}/`
    environment.npm_config_fetch_retries = '0'
    const { stderr } = await cli('try', './greet.json', '--yes')
    const [log = ''] = /\/.+\.log/.exec(stderr) ?? []
    expect(await readFile(log, 'utf8'), stderr).toContain('E404')
  })

  it('names the key of an executable that the package does not have', async () => {
    const npm = await npmRegistry([{ name: 'greet', version: '1.2.3' }])
    const { cli, environment } = await publisher({
      install: [{ method: 'npm', package: 'greet', version: '1.2.3' }],
    })
    environment.CLI_APPS_MIRRORS = `https://registry.npmjs.org/=${npm.url}/`
    const { stderr } = await cli('try', './greet.json', '--yes', '--method', 'npm')
    expect(stderr).toContain('line 1, entry_point: names no executable of the package.')
  })

  it('changes nothing without consent, and nothing for a manifest that is none', async () => {
    const { cli, workspace, temporary } = await publisher({ recipes: [works] })
    expect((await cli('try', './greet.json')).status).toBe(2)
    expect((await cli('try', './greet.json', '--dry-run')).stdout).toContain('greet 1.2.3')
    expect((await cli('try', './other.json', '--yes')).status).toBe(4)
    await writeFile(path.join(workspace, 'greet.json'), '{"manifest": 1}')
    expect((await cli('try', './greet.json', '--yes')).status).toBe(3)
    expect(await temporary()).toEqual([])
  })

  it('refuses a method that would change the system', async () => {
    const apt = await fakeApt(greetScript)
    const machine = await createMachine()
    machine.environment.PATH = `${apt.bin}:${machine.environment.PATH}`
    const manifest = exampleManifestJson({ install: [{ method: 'apt', package: 'greet' }] })
    await writeFile(path.join(machine.workspace, 'greet.json'), JSON.stringify(manifest))
    const result = await machine.cli('try', './greet.json', '--yes', '--json')
    expect([result.status, result.json()]).toMatchObject([7, { error: { code: 'try.system' } }])
    expect(await apt.calls()).toEqual([])
  })
})
