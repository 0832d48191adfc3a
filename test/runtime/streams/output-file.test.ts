import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RunOutcome } from '@cli-apps/core/results'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { policiesHere } from '../../support/sandbox.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()
const at = (...parts: string[]): string => path.join(harness.workspace.root, ...parts)
const partsLeft = async (): Promise<string[]> =>
  (await readdir(harness.workspace.root)).filter((name) => name.endsWith('.part'))

beforeAll(async () => {
  await harness.workspace.install('echo', { argv: ['/bin/echo'] })
  await harness.workspace.install('cat', { argv: ['/bin/cat'] })
})
beforeEach(() => rm(at('out.txt'), { force: true }))

describe.each(policiesHere)('stdout_file, sandbox %s', (sandbox) => {
  let runtime: Runtime
  beforeAll(async () => {
    runtime = await createRuntime({ workspace: harness.workspace.root, audit: false, sandbox })
  })
  afterAll(() => runtime.close())

  it('receives the output byte for byte, and the result says how much', async () => {
    const bytes = Buffer.from([0xff, 0, 0x1b, 0x5b, 0x33, 0x31, 0x6d])
    const input = { stdin: bytes.toString('base64'), stdin_encoding: 'base64', stdout_file: 'out.txt' }
    expect(await harness.run({ name: 'cat', ...input }, runtime)).toMatchObject({
      ok: true,
      stdout: '',
      truncated: false,
      stdout_file: { path: 'out.txt', bytes: bytes.length },
      files: expect.arrayContaining([expect.objectContaining({ path: 'out.txt' })]),
    })
    expect(await readFile(at('out.txt'))).toEqual(bytes)
    expect(await partsLeft()).toEqual([])
  })

  it('is relative to the working folder', async () => {
    await mkdir(at('sub'), { recursive: true })
    const input = { args: ['hi'], working_dir: 'sub', stdout_file: 'out.txt', overwrite: true }
    expect(await harness.run({ name: 'echo', ...input }, runtime)).toMatchObject({
      ok: true,
      stdout_file: { path: 'sub/out.txt', bytes: 3 },
    })
    expect(await readFile(at('sub/out.txt'), 'utf8')).toBe('hi\n')
  })
})

describe('stdout_file', () => {
  it('replaces a file only if requested', async () => {
    await writeFile(at('out.txt'), 'old')
    expect(await harness.run({ name: 'echo', stdout_file: 'out.txt' })).toMatchObject({
      ok: false,
      error: { code: 'run.output-exists', hint: expect.stringContaining('overwrite') },
    })
    expect(await readFile(at('out.txt'), 'utf8')).toBe('old')
    const input = { args: ['new'], stdout_file: 'out.txt', overwrite: true }
    expect(await harness.run({ name: 'echo', ...input })).toMatchObject({ ok: true })
    expect(await readFile(at('out.txt'), 'utf8')).toBe('new\n')
  })

  describe('whose name was taken during the run', () => {
    const script =
      'import { writeFileSync } from "node:fs"; writeFileSync("out.txt", "mine"); console.log("result"); console.error("warned")'

    it('replaces nothing, and the result has the output and the saved whole of it', async () => {
      const result = await harness.runScript(script, { stdout_file: 'out.txt' })
      expect(result).toMatchObject({
        ok: true,
        exit_code: 0,
        stdout: 'result\n',
        stderr: 'warned\n',
        files: [{ path: 'out.txt', kind: 'created' }],
        stdout_file_error: { code: 'run.output-exists' },
        hint: expect.stringMatching(/not written: "out.txt" exists already.*read_cli_output/),
      })
      expect(result).not.toHaveProperty('stdout_file')
      expect(await readFile(at('out.txt'), 'utf8')).toBe('mine')
      expect(await partsLeft()).toEqual([])
      const { run_id } = RunOutcome.parse(result)
      expect(
        await harness.runtime.tools.execute({ name: 'read_cli_output', arguments: { run_id } }),
      ).toMatchObject({ ok: true, text: 'result\n' })
    })

    it('keeps the output of a run whose streams are those of the caller', async () => {
      await harness.workspace.install('probe', { script })
      const shown: string[] = []
      const attached = { output: { write: (_: string, chunk: Uint8Array) => void shown.push(String(chunk)) } }
      const result = await harness.runtime.tools.execute(
        { name: 'run_cli_app', arguments: { name: 'probe', stdout_file: 'out.txt' } },
        { attached } as never,
      )
      expect(result).toMatchObject({
        ok: true,
        stdout_file_error: { code: 'run.output-exists' },
        hint: expect.stringContaining('npx cli-apps runs show'),
      })
      const { log } = RunOutcome.parse(result)
      expect(await readFile(at(String(log)), 'utf8')).toBe('result\n')
      expect(shown.join('')).toBe('warned\n')
    })
  })

  it('is saved under the run if its folder was removed meanwhile', async () => {
    await mkdir(at('gone'), { recursive: true })
    const script = `import { rmSync } from 'node:fs'; rmSync('gone', { recursive: true }); console.log('result')`
    expect(await harness.runScript(script, { stdout_file: 'gone/out.txt' })).toMatchObject({
      ok: true,
      stdout: 'result\n',
      stdout_file_error: { code: 'run.output-not-written' },
    })
  })

  it('is kept if a program fails, and not if it was ended', async () => {
    const failing = await harness.runScript('console.log("half"); process.exitCode = 1', {
      stdout_file: 'out.txt',
    })
    expect(failing).toMatchObject({ ok: true, exit_code: 1, stdout_file: { path: 'out.txt', bytes: 5 } })
    const input = { stdout_file: 'late.txt', timeout: 2 }
    const late = await harness.runScript('console.log("half"); setInterval(() => {}, 1000)', input)
    expect(late).toMatchObject({
      ok: true,
      timed_out: true,
      hint: expect.stringContaining('was not written'),
    })
    expect(late).not.toHaveProperty('stdout_file')
    expect(existsSync(at('late.txt'))).toBe(false)
    expect(await partsLeft()).toEqual([])
  })

  it('counts as a change of the workspace', async () => {
    await using strict = await createRuntime({
      workspace: harness.workspace.root,
      audit: false,
      sandbox: 'off',
      effects: { write: 'ask' },
    })
    expect(await harness.run({ name: 'echo', stdout_file: 'out.txt' }, strict)).toMatchObject({
      ok: false,
      confirmation: { stdout_file: 'out.txt', summary: 'echo > out.txt' },
    })
    expect(existsSync(at('out.txt'))).toBe(false)
  })

  it.each([
    ['outside', '/tmp/out.txt', 'run.output-outside'],
    ['a way out', '../out.txt', 'run.output-outside'],
    ['the workspace', '.', 'run.output-outside'],
    ['no folder', 'nowhere/out.txt', 'run.no-output-folder'],
    ['a file as folder', 'file/out.txt', 'run.no-output-folder'],
    ['a folder', 'folder', 'run.output-not-a-file'],
    ['a link', 'link', 'run.output-through-link'],
    ['a folder by a link', 'linked/out.txt', 'run.output-through-link'],
    ['our own place', '.cli-apps/apps/echo.json', 'run.output-protected'],
    ['a Git hook', '.git/hooks/pre-commit', 'run.output-protected'],
    ['the declaration of apps', 'cli-apps.json', 'run.output-protected'],
    ['settings of an editor, in capitals', '.VSCODE/tasks.json', 'run.output-protected'],
  ])('is refused: %s', async (_, file, code) => {
    await writeFile(at('file'), '')
    await mkdir(at('folder'), { recursive: true })
    await rm(at('link'), { force: true })
    await rm(at('linked'), { force: true })
    await symlink('file', at('link'))
    await symlink('folder', at('linked'))
    expect(await harness.run({ name: 'echo', stdout_file: file, overwrite: true })).toMatchObject({
      ok: false,
      error: { code },
    })
    expect(await readdir(at('folder'))).toEqual([])
  })

  it('is written to the requested path, whatever the program puts in its place', async () => {
    await mkdir(at('safe'), { recursive: true })
    const script = `
      import { renameSync, symlinkSync, mkdirSync } from 'node:fs'
      mkdirSync('elsewhere', { recursive: true })
      renameSync('safe', 'moved')
      symlinkSync('elsewhere', 'safe')
      console.log('text')`
    await harness.runScript(script, { stdout_file: 'safe/out.txt' })
    expect(await readdir(at('elsewhere'))).toEqual([])
    expect(await readdir(at('moved'))).toEqual(['out.txt'])
  })
})
