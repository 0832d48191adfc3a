import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import { AppName } from '@cli-apps/core'
import { appsHome } from '@cli-apps/core/node'
import { expect } from 'vitest'
import { type RecipeRun, runRecipe } from '../../../../scripts/catalog/recipes/run-recipe.ts'
import { fileServer } from '../../../support/file-server.ts'
import { createFixtureWorkspace, type FixtureApp } from '../../../support/fixture-workspace.ts'
import { itSandboxed } from '../../../support/sandbox.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const greet: FixtureApp = {
  script: `import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
const [what, file] = process.argv.slice(2)
if (what === 'read') console.log('hello ' + readFileSync(file, 'utf8') + ' in ' + process.cwd())
if (what === 'write') writeFileSync(file, 'x')
if (what === 'fail') { console.error('no such thing'); process.exitCode = 3 }
if (what === 'again') { console.log(existsSync(file)); writeFileSync(file, 'x') }
if (what === 'fetch') console.log(await fetch(file).then(({ status }) => status, () => 'not reached'))
if (what === 'tidy') {
  mkdirSync(process.env.HOME + '/.cache/greet/1', { recursive: true })
  writeFileSync(process.env.HOME + '/.cache/greet/1/a', existsSync(process.env.HOME + '/.cache/greet/1/a') ? '2' : '1')
  writeFileSync('new.txt', 'x')
  writeFileSync('same.txt', 'same')
  writeFileSync('other.txt', 'other now')
  rmSync('old.txt')
  console.log(readFileSync(process.env.HOME + '/.cache/greet/1/a', 'utf8'))
}
if (what === 'print') console.log('b\\na')`,
  programs: {
    sorter: {
      script: 'process.stdin.on("data", (text) => console.log(String(text).split("\\n").sort().join("")))',
    },
  },
  manifest: { programs: [{ name: 'sorter', summary: 'Sorts' }] },
}

type Recipe = Parameters<typeof runRecipe>[1]

/** Runs a recipe of `greet` in a store of its own. */
async function run(recipe: Omit<Recipe, 'id'>): Promise<RecipeRun> {
  await using workspace = await createFixtureWorkspace()
  await workspace.install('greet', greet)
  const scratch = await temporaryFolder()
  await mkdir(path.join(scratch, 'other'))
  const result = await runRecipe(
    'greet',
    { id: 'try', ...recipe },
    { home: appsHome(process.env), workspace, scratch },
    1,
  )
  expect(await readdir(scratch)).toEqual(['other'])
  return result
}

itSandboxed(
  'a recipe runs in a folder with its files, and its output names no folder of the machine',
  async () => {
    const result = await run({
      task: 'Read',
      call: { args: ['read', '{file}'] },
      placeholders: { file: { type: 'file', example: 'a.txt' } },
      files: { 'a.txt': { base64: 'QW5u' } },
      expect: { stdout_contains: 'hello Ann' },
    })
    expect(result).toEqual({ faults: [], stdout: 'hello Ann in /workspace\n', stderr: '', files: [] })
  },
)

itSandboxed('a recipe without an expectation must end with 0', async () => {
  expect((await run({ task: 'Fail', call: { args: ['fail'] } })).faults).toEqual([
    'it ended with 3, not with 0',
  ])
  const expected = { call: { args: ['fail'] }, expect: { exit: 3, stdout_contains: 'x', file: 'y' } }
  expect((await run(expected)).faults).toEqual(['it did not print "x"', 'it did not write y'])
})

itSandboxed('files that a recipe writes are reported, and its printed file counts as output', async () => {
  const written = await run({ call: { args: ['write', 'b.txt'] }, expect: { file: 'b.txt' } })
  expect(written).toMatchObject({ faults: [], files: ['b.txt (1 bytes)'] })
  const call = { args: ['print'], stdout_file: 'c.txt' }
  expect(await run({ call, expect: { file: 'c.txt', stdout_contains: 'b' } })).toMatchObject({
    faults: [],
    stdout: '',
  })
})

itSandboxed('a recipe may call another program of the app and a pipe, and reaches no network', async () => {
  const pipe = [{ name: AppName.parse('greet'), program: 'sorter', args: [] }]
  expect(await run({ task: 'Sort', call: { args: ['print'], pipe } })).toMatchObject({
    faults: [],
    stdout: 'ab\n',
  })
  const sorted = await run({ task: 'Sort', call: { program: 'sorter', args: [], stdin: 'd\nc' } })
  expect(sorted.stdout).toBe('cd\n')
  const { url } = await fileServer({ '/': new Uint8Array() })
  expect((await fetch(url)).status).toBe(200)
  expect((await run({ task: 'Fetch', call: { args: ['fetch', url] } })).stdout).toBe('not reached\n')
})

itSandboxed(
  'what a recipe left changed is reported, in its folder and in a home that was empty',
  async () => {
    const files = { 'old.txt': 'old', 'same.txt': 'same', 'other.txt': 'other' }
    const changes = {
      created: ['new.txt'],
      changed: ['other.txt'],
      deleted: ['old.txt'],
      kept: ['~/.cache/greet'],
    }
    const call = { args: ['tidy'], stdout_file: 'said.txt' }
    expect(await run({ task: 'Tidy', call, files, expect: { stdout_contains: '1' } })).toMatchObject({
      faults: [],
      changes,
    })
    expect(await run({ task: 'Print', call: { args: ['print'] } })).not.toHaveProperty('changes')
  },
)
