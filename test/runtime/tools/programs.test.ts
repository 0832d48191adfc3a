import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRuntime, type Runtime } from '../../../packages/runtime/src/index.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()
const echo = (word: string) => `console.log(${JSON.stringify(word)}, JSON.stringify(process.argv.slice(2)))`
const probeTree = {
  name: 'ffprobe',
  options: [{ long: ['--quiet'] }, { long: ['--of'], value: { name: 'FORMAT' } }, { long: ['--purge'] }],
}

beforeAll(async () => {
  await harness.workspace.install('ffmpeg', {
    script: echo('ffmpeg'),
    tree: { name: 'ffmpeg', options: [{ long: ['--erase'] }] },
    manifest: {
      run: {
        json: { args: ['--json'], position: 'first' },
        timeout: 90,
        effects: { destructive: [{ options: ['--erase'] }], read: [{ options: ['--look'] }] },
      },
      programs: [
        {
          name: 'ffprobe',
          summary: 'Describe media files',
          effects: { destructive: [{ options: ['--purge'] }], read: [{ options: ['--quiet'] }] },
        },
        { name: 'ffplay', summary: 'Play media files' },
        { name: 'ffgone', summary: 'Was not in the package' },
      ],
    },
    programs: { ffprobe: { script: echo('ffprobe'), tree: probeTree }, ffplay: { script: echo('ffplay') } },
  })
  await harness.workspace.install('cat', { argv: ['/bin/cat'] })
})

describe('a call of a program besides the entry point', () => {
  it('runs that program with the arguments', async () => {
    expect(await harness.run({ name: 'ffmpeg', program: 'ffprobe', args: ['a b', '-x'] })).toMatchObject({
      ok: true,
      stdout: 'ffprobe ["a b","-x"]\n',
    })
  })

  it('may name the program alone where just one app has it, and says the app', async () => {
    expect(await harness.run({ name: 'ffprobe', args: ['x'] })).toMatchObject({
      ok: true,
      app: 'ffmpeg',
      stdout: 'ffprobe ["x"]\n',
    })
    expect((await harness.run({ name: 'ffprobe', args: ['--purge'] })).confirmation).toMatchObject({
      effect: 'destructive',
    })
    expect(await harness.run({ name: 'ffgone' })).toMatchObject({ error: { code: 'app.program-missing' } })
    await harness.workspace.install('avconv', { manifest: { programs: [{ name: 'ffplay', summary: 'x' }] } })
    expect(await harness.run({ name: 'ffplay' })).toMatchObject({ error: { code: 'app.not-installed' } })
    await harness.workspace.uninstall('avconv')
  })

  it('runs the entry point when the call names it, or none', async () => {
    for (const call of [{}, { program: 'ffmpeg' }])
      expect(await harness.run({ name: 'ffmpeg', ...call })).toMatchObject({ stdout: 'ffmpeg []\n' })
  })

  it('makes arguments of an input by the tree of the program', async () => {
    const call = { name: 'ffmpeg', program: 'ffprobe', command: '', input: { of: 'json', quiet: true } }
    expect(await harness.run(call)).toMatchObject({ stdout: 'ffprobe ["--quiet","--of","json"]\n' })
    expect(await harness.run({ ...call, program: 'ffplay' })).toMatchObject({
      ok: false,
      error: { code: 'tool.no-commands', message: 'The commands of ffmpeg/ffplay are not known here.' },
    })
    expect(await harness.run({ ...call, program: 'ffmpeg', input: { of: 'json' } })).toMatchObject({
      error: { code: 'tool.bad-input' },
    })
  })

  it('is part of a pipe, at any place', async () => {
    const result = await harness.run({
      name: 'ffmpeg',
      program: 'ffprobe',
      pipe: [{ name: 'cat' }, { name: 'ffmpeg', program: 'ffplay', args: ['-'] }],
    })
    expect(result).toMatchObject({ ok: true, stdout: 'ffplay ["-"]\n' })
  })

  it('does not get the JSON option of the entry point', async () => {
    const result = await harness.run({ name: 'ffmpeg', program: 'ffprobe', json: true })
    expect(result).toMatchObject({ ok: true, stdout: 'ffprobe []\n' })
    expect(result.hint).toBeDefined()
  })

  it.each([
    ['unknown', 'ffgit', 'app.no-program', 'Its programs are: ffmpeg, ffprobe, ffplay, ffgone.'],
    ['a path', '/bin/sh', 'app.no-program', 'Its programs are: ffmpeg, ffprobe, ffplay, ffgone.'],
    ['a key of every object', 'constructor', 'app.no-program', expect.any(String)],
    ['not installed', 'ffgone', 'app.program-missing', expect.stringContaining('ffmpeg, ffprobe, ffplay.')],
  ])('is refused for one that is %s', async (_, program, code, hint) => {
    for (const call of [
      { name: 'ffmpeg', program },
      { name: 'cat', pipe: [{ name: 'ffmpeg', program }] },
    ])
      expect(await harness.run(call)).toMatchObject({ ok: false, error: { code, hint } })
  })
})

it('the description of run_cli_app names the programs that are installed', async () => {
  const [tool] = await harness.runtime.tools.list()
  expect(tool?.name).toBe('run_cli_app')
  expect(tool?.description).toContain('- ffmpeg: Fixture app ffmpeg (program: ffprobe, ffplay)')
  expect(tool?.description).toMatch(/- cat: Fixture app cat$/m)
})

it('find_cli_apps finds the app by the name of a program', async () => {
  const found = await harness.runtime.tools.execute({
    name: 'find_cli_apps',
    arguments: { query: 'ffprobe' },
  })
  expect(found).toMatchObject({ ok: true, hits: expect.any(Array) })
  expect((found as { hits?: unknown[] }).hits?.[0]).toMatchObject({ kind: 'app', name: 'ffmpeg' })
})

describe('the effect of a program besides the entry point', () => {
  let runtime: Runtime
  beforeAll(async () => {
    runtime = await createRuntime({ workspace: harness.workspace.root, sandbox: 'off', effects: 'strict' })
  })
  afterAll(() => runtime.close())
  const effectOf = async (program: string | undefined, args: string[]) => {
    const result = await harness.run({ name: 'ffmpeg', program, args }, runtime)
    return result.ok ? 'allowed' : result.confirmation?.effect
  }

  it('is judged by its own effects and options', async () => {
    expect(await effectOf('ffprobe', ['--quiet'])).toBe('allowed')
    expect(await effectOf('ffprobe', ['--purge'])).toBe('destructive')
    expect(await effectOf('ffprobe', ['--look'])).toBe('unknown')
    expect(await effectOf('ffprobe', ['--erase'])).toBe('unknown')
    expect(await effectOf(undefined, ['--look'])).toBe('allowed')
    expect(await effectOf(undefined, ['--erase'])).toBe('destructive')
  })

  it('is unknown without effects of its own', async () => {
    expect(await effectOf('ffplay', ['--look'])).toBe('unknown')
  })

  it('is shown with the name of the program, and audited', async () => {
    const call = { name: 'ffmpeg', program: 'ffprobe', args: ['--purge', 'x'] }
    const result = await harness.run({ ...call, pipe: [{ ...call, args: ['--quiet'] }] }, runtime)
    const confirmation = result.ok ? undefined : result.confirmation
    expect(confirmation).toMatchObject({
      app: 'ffmpeg',
      program: 'ffprobe',
      summary: 'ffmpeg/ffprobe --purge x | ffmpeg/ffprobe --quiet',
      pipe: [{ app: 'ffmpeg', program: 'ffprobe', args: ['--quiet'] }],
    })
    expect(await runtime.confirmations.confirm(confirmation?.id ?? '')).toMatchObject({ ok: true })
    await runtime.close()
    const log = await readFile(path.join(harness.workspace.root, '.cli-apps/logs/audit.jsonl'), 'utf8')
    const lines = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({ app: 'ffmpeg', program: 'ffprobe', decision: 'confirmed' }),
    )
  })
})
