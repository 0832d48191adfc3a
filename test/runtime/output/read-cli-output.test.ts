import { symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { listSavedRuns } from '../../../packages/runtime/src/output/saved-output.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

interface Cut {
  run_id: string
  log: string
}
let cut: Cut
beforeAll(async () => {
  const script = `for (let i = 1; i <= 20000; i++) console.log('line', i); console.error('warning: odd')`
  cut = (await harness.runScript(script)) as unknown as Cut
})

const read = (input: Record<string, unknown>, runtime = harness.runtime) =>
  runtime.tools.execute({ name: 'read_cli_output', arguments: { run_id: cut.run_id, ...input } })

describe('read_cli_output', () => {
  it('is listed only once a run was cut', async () => {
    await using runtime = await createRuntime({
      workspace: harness.workspace.root,
      audit: false,
      sandbox: 'off',
    })
    const names = async () => (await runtime.tools.list()).map(({ name }) => name)
    let changes = 0
    runtime.on('tools-changed', () => changes++)
    await harness.workspace.install('short', { script: 'console.log("short")' })
    await harness.run({ name: 'short' }, runtime)
    expect(await names()).not.toContain('read_cli_output')
    await harness.workspace.install('long', { script: 'console.log("x".repeat(20000))' })
    const before = changes
    await harness.run({ name: 'long' }, runtime)
    expect((await names()).at(-1)).toBe('read_cli_output')
    expect(changes).toBeGreaterThan(before)
  })

  it('gives lines by their numbers, and how many there are', async () => {
    expect(await read({ lines: { from: 19_999 } })).toEqual({
      ok: true,
      run_id: cut.run_id,
      stream: 'stdout',
      text: 'line 19999\nline 20000\n',
      lines: { from: 19_999, to: 20_000, total: 20_000 },
      omitted: 0,
    })
  })

  it('gives as much as fits, counts the rest, and says where to continue', async () => {
    const first = (await read({})) as Record<string, unknown>
    const { text, next, omitted } = first as { text: string; next: number; omitted: number }
    expect(text.length).toBeLessThanOrEqual(12_000)
    expect(text.endsWith(`line ${next - 1}\n`)).toBe(true)
    const rest = Array.from({ length: 20_000 - next + 1 }, (_, index) => `line ${next + index}`).join('')
    expect(omitted).toBe(rest.length)
    expect(await read({ lines: { from: next } })).toMatchObject({ lines: { from: next } })
  })

  it('finds lines by a text in them, which is no pattern', async () => {
    expect(await read({ match: 'line 1999' })).toMatchObject({
      text: `${[
        '1999',
        '19990',
        '19991',
        '19992',
        '19993',
        '19994',
        '19995',
        '19996',
        '19997',
        '19998',
        '19999',
      ]
        .map((number) => `${number}: line ${number}`)
        .join('\n')}\n`,
      matches: 11,
    })
    expect(await read({ match: 'line .' })).toMatchObject({ text: '', matches: 0, lines: { total: 20_000 } })
  })

  it('keeps both streams apart', async () => {
    expect(await read({ stream: 'stderr' })).toMatchObject({ text: 'warning: odd\n', lines: { total: 1 } })
  })

  it('cuts a line that is too long by itself', async () => {
    const { run_id } = (await harness.runScript(
      'console.log("x".repeat(30000)); console.log("end")',
    )) as unknown as Cut
    const first = await read({ run_id })
    expect(first).toMatchObject({ next: 2, lines: { from: 1, to: 1, total: 2 } })
    expect((first as { omitted?: unknown }).omitted).toBeGreaterThan(18_000)
    expect(await read({ run_id, lines: { from: 2 } })).toMatchObject({ text: 'end\n', omitted: 0 })
  })

  it.each([
    ['no id', { run_id: '../../etc/passwd' }, 'run.bad-id'],
    ['an unknown run', { run_id: '0123456789abcdef' }, 'run.not-saved'],
    ['lines that end before they begin', { lines: { from: 5, to: 4 } }, 'tool.bad-arguments'],
    ['a query of text', { query: 'a' }, 'run.output-not-json'],
    ['a query that is none', { query: '[?' }, 'run.bad-query'],
    ['a query of some lines', { query: 'a', match: 'x' }, 'tool.bad-arguments'],
  ])('refuses %s', async (_, input, code) => {
    expect(await read(input)).toMatchObject({ ok: false, error: { code } })
  })

  it('follows no link that an app put in the place of saved output', async () => {
    const secret = path.join(path.dirname(harness.workspace.root), 'secret.txt')
    await writeFile(secret, 'secret')
    const id = 'feedfeedfeedfeed'
    await symlink(secret, path.join(harness.workspace.logs, `20260101T000000Z-probe-${id}.stdout.log`))
    expect(await read({ run_id: id })).toMatchObject({ ok: false, error: { code: 'run.not-saved' } })
  })

  it('lists what is saved, the newest first', async () => {
    const [newest, ...others] = await listSavedRuns(harness.workspace)
    expect(newest?.begun_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const first = [newest, ...others].find((run) => run?.run_id === cut.run_id)
    expect(first).toMatchObject({ app: 'probe', stderr: 13 })
  })
})
