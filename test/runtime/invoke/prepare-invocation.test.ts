import { readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type FixtureApp, writeWorkspaceFile } from '../../support/fixture-workspace.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

describe('json', () => {
  const manifest = { run: { json: { args: ['--format', 'json'], position: 'last' as const } } }
  const echo = 'console.log(JSON.stringify(process.argv.slice(2)))'

  it('adds the switch of the app and parses what it prints', async () => {
    expect(await harness.runScript(echo, { json: true, args: ['list', '--', 'x'] }, manifest)).toMatchObject({
      ok: true,
      json: ['list', '--format', 'json', '--', 'x'],
      stdout: '',
    })
  })

  it('parses one value a line as a list', async () => {
    expect(
      await harness.runScript('console.log("{\\"a\\":1}\\n{\\"a\\":2}")', { json: true }, manifest),
    ).toMatchObject({
      json: [{ a: 1 }, { a: 2 }],
    })
  })

  it('gives the text and a hint when it is no JSON', async () => {
    const result = await harness.runScript('console.log("hello")', { json: true }, manifest)
    expect(result).toMatchObject({ ok: true, stdout: 'hello\n', hint: 'stdout is not JSON.' })
    expect(result).not.toHaveProperty('json')
  })

  it('tries to parse what an app without such a switch prints', async () => {
    expect(await harness.runScript('console.log("[1]")', { json: true })).toMatchObject({ json: [1] })
    expect(await harness.runScript('console.log("hello")', { json: true })).toMatchObject({
      stdout: 'hello\n',
      hint: expect.stringContaining('no known option for JSON'),
    })
  })

  it('gives JSON that is too long as cut text with a log', async () => {
    const script = 'console.log(JSON.stringify(Array.from({ length: 9000 }, (_, i) => i)))'
    const result = await harness.runScript(script, { json: true })
    expect(result).toMatchObject({ ok: true, truncated: true, log: expect.any(String) })
    expect(result).not.toHaveProperty('json')
  })
})

describe('grants', () => {
  const declared = (required: boolean, secret: boolean): FixtureApp['manifest'] => ({
    requires: { env: [{ name: 'PROBE_TOKEN', description: 'Token', required, secret }] },
  })
  const script =
    'console.log(process.env.PROBE_TOKEN, process.env.OTHER); console.error(encodeURIComponent(process.env.PROBE_TOKEN))'

  it('reach the app that declares them, and their secrets are redacted', async () => {
    const options = { grants: { probe: { PROBE_TOKEN: 'se cret-42', OTHER: 'x' } } }
    expect(await harness.runWith(options, script, declared(true, false))).toMatchObject({
      stdout: 'se cret-42 undefined\n',
    })
    expect(await harness.runWith(options, script, declared(true, true))).toMatchObject({
      stdout: '[redacted] undefined\n',
      stderr: '[redacted]\n',
    })
  })

  it('are redacted in the log as well', async () => {
    const flood = 'for (let i = 0; i < 3000; i++) process.stdout.write("\\x1b[1mto" + "\\x1b[0mken-1234 ")'
    const result = await harness.runWith(
      { grants: { probe: { PROBE_TOKEN: 'token-1234' } } },
      flood,
      declared(true, true),
    )
    const whole = await readFile(path.join(harness.workspace.root, String(result.ok && result.log)), 'utf8')
    expect(whole).toContain('[redacted]')
    expect(whole).not.toContain('token-1234')
  })

  it('are not taken from the environment of the agent or the grants of another app', async () => {
    const options = { environment: { PROBE_TOKEN: 'x1234' }, grants: { other: { PROBE_TOKEN: 'y1234' } } }
    expect(await harness.runWith(options, script, declared(false, true))).toMatchObject({
      stdout: 'undefined undefined\n',
    })
  })

  it('that are requested but missing are named when the run fails', async () => {
    expect(await harness.runWith({}, 'process.exit(1)', declared(true, true))).toMatchObject({
      ok: true,
      hint: expect.stringContaining('PROBE_TOKEN'),
    })
    expect(await harness.runWith({}, 'process.exit(0)', declared(true, true))).not.toHaveProperty('hint')
  })
})

describe('the working directory', () => {
  const where = 'console.log(process.cwd())'
  beforeAll(() => writeWorkspaceFile(harness.workspace, 'sub dir/文件/x.txt'))

  it.each([
    [undefined, '.'],
    ['sub dir', 'sub dir'],
    ['sub dir/../sub dir/文件', 'sub dir/文件'],
  ])('%j is %j', async (requested, place) => {
    const result = await harness.runScript(where, requested === undefined ? {} : { working_dir: requested })
    expect(result).toMatchObject({ stdout: `${path.join(harness.workspace.root, place)}\n` })
  })

  it('may be absolute inside the workspace', async () => {
    const inside = path.join(harness.workspace.root, 'sub dir')
    expect(await harness.runScript(where, { working_dir: inside })).toMatchObject({ stdout: `${inside}\n` })
  })

  it('is refused outside, also through a link', async () => {
    await symlink(path.dirname(harness.workspace.root), path.join(harness.workspace.root, 'way-out'))
    for (const outside of ['..', '/', '../nowhere', 'way-out', 'way-out/my workspace/..']) {
      const result = await harness.runScript(where, { working_dir: outside })
      expect(result, outside).toMatchObject({ ok: false, error: { code: 'run.working-dir-outside' } })
    }
  })

  it.each([
    ['nowhere', 'run.no-working-dir'],
    ['sub dir/文件/x.txt', 'run.working-dir-is-file'],
    ['x'.repeat(5000), 'run.bad-working-dir'],
    ['a\0b', 'tool.bad-arguments'],
  ])('%j is refused with %s', async (requested, code) => {
    expect(await harness.runScript(where, { working_dir: requested })).toMatchObject({
      ok: false,
      error: { code },
    })
  })
})
