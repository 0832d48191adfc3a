import { existsSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { policiesHere } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

const install = (name: string, argv: string[], manifest = {}) =>
  harness.workspace.install(name, {
    argv,
    manifest: { entry_point: path.basename(argv[0] ?? ''), ...manifest },
  })

beforeAll(async () => {
  await install('sort', ['/usr/bin/sort'])
  await install('head', ['/usr/bin/head'])
  await install('wc', ['/usr/bin/wc'])
  await install('yes', ['/usr/bin/yes'])
  await install('cat', ['/bin/cat'])
  await harness.workspace.install('fail', {
    script: 'process.stdin.resume(); console.error("no luck"); process.exitCode = 3',
  })
  await harness.workspace.install('hang', { script: 'setInterval(() => {}, 1000)' })
})

describe.each(policiesHere)('a pipe, sandbox %s', (sandbox) => {
  let runtime: Runtime
  beforeAll(async () => {
    runtime = await createRuntime({ workspace: harness.workspace.root, audit: false, sandbox })
  })
  afterAll(() => runtime.close())
  const run = (input: Record<string, unknown>) => harness.run(input, runtime)

  it('passes the output of each program to the next, and returns that of the last', async () => {
    const result = await run({
      name: 'sort',
      args: ['-n'],
      stdin: '10\n9\n8\n7\n',
      pipe: [
        { name: 'head', args: ['-n', '3'] },
        { name: 'wc', args: ['-l'] },
      ],
    })
    expect(result).toMatchObject({
      ok: true,
      exit_code: 0,
      signal: null,
      stdout: '3\n',
      stderr: '',
      stages: [
        { name: 'sort', exit_code: 0, stderr: '' },
        { name: 'head', exit_code: 0, stderr: '' },
        { name: 'wc', exit_code: 0, stderr: '' },
      ],
    })
  })

  it('lets a reader stop early: the writer is ended, and nothing has failed', async () => {
    const result = await run({ name: 'yes', pipe: [{ name: 'head', args: ['-n', '2'] }], timeout: 30 })
    expect(result).toMatchObject({ ok: true, exit_code: 0, stdout: 'y\ny\n', timed_out: false })
  })

  it('fails with the last program that failed, and says which and why', async () => {
    const result = await run({ name: 'fail', pipe: [{ name: 'cat' }] })
    expect(result).toMatchObject({
      ok: true,
      exit_code: 3,
      stdout: '',
      stages: [
        { name: 'fail', exit_code: 3, stderr: 'no luck\n' },
        { name: 'cat', exit_code: 0, stderr: '' },
      ],
    })
  })

  it('passes more data than memory should hold', async () => {
    const result = await run({
      name: 'head',
      args: ['-c', '300000000', '/dev/zero'],
      pipe: [{ name: 'cat' }, { name: 'wc', args: ['-c'] }],
      timeout: 60,
    })
    expect(result).toMatchObject({ ok: true, exit_code: 0, stdout: '300000000\n' })
  })

  it('ends all programs at the timeout', async () => {
    const result = await run({ name: 'yes', pipe: [{ name: 'hang' }], timeout: 2 })
    expect(result).toMatchObject({ ok: true, timed_out: true })
  })
})

describe('a pipe', () => {
  it('starts nothing if one of its programs is not installed, and names it', async () => {
    const mark = path.join(harness.workspace.root, 'begun')
    await rm(mark, { force: true })
    await harness.workspace.install('mark', {
      script: 'import { writeFileSync } from "node:fs"; writeFileSync("begun", "")',
    })
    const result = await harness.run({ name: 'mark', pipe: [{ name: 'sort' }, { name: 'srot' }] })
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'app.not-installed', hint: expect.stringContaining('sort') },
    })
    expect(existsSync(mark)).toBe(false)
  })

  it('ends the others if one cannot be started', async () => {
    await install('broken', [path.join(harness.workspace.root, 'cli-apps.json')])
    const result = await harness.run({ name: 'yes', pipe: [{ name: 'broken' }] })
    expect(result.ok).toBe(false)
  })

  it('has at most eight programs', async () => {
    const pipe = Array.from({ length: 8 }, () => ({ name: 'cat' }))
    expect(await harness.run({ name: 'cat', pipe })).toMatchObject({
      ok: false,
      error: { code: 'tool.bad-arguments', issues: [{ path: 'pipe' }] },
    })
  })

  it('requires one confirmation, listing all its programs, if one of them is destructive', async () => {
    await install('shred', ['/bin/cat'], { run: { effects: { destructive: ['purge'] } } })
    const result = await harness.run({ name: 'cat', args: ['x'], pipe: [{ name: 'shred', args: ['purge'] }] })
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'confirm.needed', message: expect.stringContaining('cat x | shred purge') },
      confirmation: {
        effect: 'destructive',
        app: 'cat',
        args: ['x'],
        pipe: [{ app: 'shred', args: ['purge'] }],
      },
    })
  })

  it('is denied if one of its programs is', async () => {
    await using strict = await createRuntime({
      workspace: harness.workspace.root,
      audit: false,
      sandbox: 'off',
      effects: { write: 'deny', unknown: 'allow' },
    })
    await install('save', ['/bin/cat'], { run: { effects: { write: ['to'] } } })
    expect(await harness.run({ name: 'cat', pipe: [{ name: 'save', args: ['to'] }] }, strict)).toMatchObject({
      ok: false,
      error: { code: 'confirm.denied' },
    })
  })

  it('continues as a job, with one result for all', async () => {
    const begun = await harness.run({
      name: 'sort',
      stdin: 'b\na\n',
      pipe: [{ name: 'head', args: ['-n', '1'] }],
      background: true,
    })
    const { job } = begun as unknown as { job: { id: string } }
    await harness.runtime.jobs.wait(job.id, { seconds: 30 })
    expect(await harness.runtime.jobs.result(job.id)).toMatchObject({
      ok: true,
      stdout: 'a\n',
      stages: [{ name: 'sort' }, { name: 'head' }],
    })
  })

  it('is canceled as a whole', async () => {
    const controller = new AbortController()
    const result = harness.runtime.tools.execute(
      { name: 'run_cli_app', arguments: { name: 'yes', pipe: [{ name: 'hang' }] } },
      { signal: controller.signal },
    )
    setTimeout(() => controller.abort(), 500)
    expect(await result).toMatchObject({ ok: false, error: { code: 'run.canceled' } })
  })

  it('redacts a secret of one program from the output of all', async () => {
    const manifest = {
      requires: { env: [{ name: 'API_KEY', description: 'Key', required: true, secret: true }] },
    }
    await harness.workspace.install('key', { script: 'console.log(process.env.API_KEY)', manifest })
    await using granted = await createRuntime({
      workspace: harness.workspace.root,
      audit: false,
      sandbox: 'off',
      grants: { key: { API_KEY: 'hunter2-hunter2' } },
    })
    const result = await harness.run({ name: 'key', pipe: [{ name: 'cat' }] }, granted)
    expect(result).toMatchObject({ ok: true, exit_code: 0 })
    expect(JSON.stringify(result)).not.toContain('hunter2')
  })
})

describe('standard input', () => {
  it.each([
    ['text', { stdin: 'one\ntwo\n' }, 'one\ntwo\n'],
    ['bytes', { stdin: Buffer.from([0x61, 0, 0x62]).toString('base64'), stdin_encoding: 'base64' }, 'ab'],
    ['a file', { stdin_file: 'cli-apps.json' }, '{}\n'],
  ])('is %s', async (_, input, expected) => {
    await harness.workspace.install('echo', {
      script: `for await (const chunk of process.stdin) process.stdout.write(String(chunk).replaceAll('\\0', ''))`,
    })
    await writeFile(path.join(harness.workspace.root, 'cli-apps.json'), '{}\n')
    expect(await harness.run({ name: 'echo', ...input })).toMatchObject({ ok: true, stdout: expected })
  })

  it.each([
    ['too much', { stdin: 'x'.repeat(1_048_577) }, 'tool.bad-arguments'],
    ['broken base64', { stdin: 'a', stdin_encoding: 'base64' }, 'tool.bad-arguments'],
    ['half a character', { stdin: '\ud800' }, 'tool.bad-arguments'],
    ['two at once', { stdin: 'x', stdin_file: 'x' }, 'run.two-inputs'],
    ['no such file', { stdin_file: 'nowhere.txt' }, 'run.no-stdin-file'],
    ['a folder', { stdin_file: '.' }, 'run.stdin-not-a-file'],
    ['a file outside', { stdin_file: '/etc/passwd' }, 'run.stdin-file-outside'],
    ['a way out', { stdin_file: '../../x' }, 'run.stdin-file-outside'],
  ])('is refused: %s', async (_, input, code) => {
    expect(await harness.run({ name: 'cat', ...input })).toMatchObject({ ok: false, error: { code } })
  })

  it('is reported as missing if a program that reads it prints nothing', async () => {
    await harness.workspace.install('reader', {
      argv: ['/bin/cat'],
      manifest: { entry_point: 'cat' },
      tree: { name: 'cat', usage: ['cat [OPTION]... [FILE]...'] },
    })
    expect(await harness.run({ name: 'reader' })).toMatchObject({
      ok: true,
      stdout: '',
      hint: expect.stringContaining('standard input'),
    })
    expect(await harness.run({ name: 'reader', stdin: '' })).not.toHaveProperty('hint')
  })

  it('leaves nothing behind', async () => {
    const usual = process.env.TMPDIR
    process.env.TMPDIR = await temporaryFolder()
    try {
      await harness.run({ name: 'cat', stdin: 'x', pipe: [{ name: 'cat' }] })
      expect(await readdir(process.env.TMPDIR)).toEqual([])
    } finally {
      if (usual === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = usual
    }
  })
})
