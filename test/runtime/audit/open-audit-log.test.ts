import { execFile, execFileSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AuditEntry } from '../../../packages/runtime/src/audit/audit-log.ts'
import { auditFile, openAuditLog } from '../../../packages/runtime/src/audit/open-audit-log.ts'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

beforeEach(() => rm(harness.workspace.logs, { recursive: true, force: true }))

async function lines(file = auditFile(harness.workspace)): Promise<AuditEntry[]> {
  const text = await readFile(file, 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => AuditEntry.parse(JSON.parse(line)))
}

const entry = (tool: string): AuditEntry => ({ at: new Date().toISOString(), tool, ok: true, duration_ms: 1 })

describe('the audit log', () => {
  it('has one line for each call, whatever its outcome, and one for each answer', async () => {
    const manifest = { run: { effects: { read: ['look'], write: ['other'], destructive: ['drop'] } } }
    await harness.workspace.install('probe', { manifest })
    const runtime = await createRuntime({ workspace: harness.workspace.root, effects: { read: 'deny' } })
    const run = (input: Record<string, unknown>) => harness.run(input, runtime)
    await run({ name: 'probe', args: ['other'] })
    await run({ name: 'probe', args: 5 })
    await run({ name: 'missing' })
    await run({ name: 'probe', args: ['look'] })
    await run({ name: 'probe', args: ['drop', '1'] })
    await runtime.confirmations.confirm(runtime.confirmations.list()[0]?.id ?? '')
    await run({ name: 'probe', args: ['drop', '2'] })
    await runtime.confirmations.deny(runtime.confirmations.list()[0]?.id ?? '')
    await run({ name: 'probe', args: ['drop', '3'] })
    await runtime.close()
    expect(
      (await lines()).map(({ decision, ok, error, exit_code }) => [decision, ok, error ?? exit_code]),
    ).toEqual([
      ['allow', true, 0],
      [undefined, false, 'tool.bad-arguments'],
      [undefined, false, 'app.not-installed'],
      ['deny', false, 'confirm.denied'],
      ['ask', false, 'confirm.needed'],
      ['confirmed', true, 0],
      ['ask', false, 'confirm.needed'],
      ['refused', false, 'confirm.refused'],
      ['ask', false, 'confirm.needed'],
      ['refused', false, 'confirm.refused'],
    ])
  })

  it('records what ran where, without secrets', async () => {
    const env = [{ name: 'PROBE_KEY', description: 'k', required: true, secret: true }]
    await harness.workspace.install('probe', { manifest: { requires: { env } } })
    const grants = { probe: { PROBE_KEY: 'granted-value-1' } }
    const runtime = await createRuntime({ workspace: harness.workspace.root, grants })
    const args = ['put', '--token', 'abc', 'granted-value-1', 'x'.repeat(2000), 'two\nlines']
    await harness.run({ name: 'probe', args }, runtime)
    await runtime.close()
    const [line] = await lines()
    expect(line).toMatchObject({ tool: 'run_cli_app', app: 'probe', working_dir: harness.workspace.root })
    expect(line?.args).toEqual([
      'put',
      '--token',
      '[redacted]',
      '[redacted]',
      expect.stringMatching(/^x{400,500}/),
      'two lines',
    ])
    expect((await stat(auditFile(harness.workspace))).mode & 0o077).toBe(0)
  })

  it('loses no line written at the last moment', async () => {
    const log = openAuditLog(harness.workspace, () => {})
    for (let round = 0; round < 200; round++) {
      log.write(entry(`t${round}`))
      for (let turn = 0; turn < round % 7; turn++) await Promise.resolve()
    }
    await log.close()
    expect((await lines()).map(({ tool }) => tool)).toEqual(Array.from({ length: 200 }, (_, at) => `t${at}`))
  })

  it('contains complete lines of several writers', async () => {
    const logs = Array.from({ length: 8 }, () => openAuditLog(harness.workspace, () => {}))
    for (let round = 0; round < 50; round++) for (const log of logs) log.write(entry('x'.repeat(500)))
    await Promise.all(logs.map((log) => log.close()))
    expect(await lines()).toHaveLength(400)
  })

  it('has a line for a call of an unknown tool, one canceled before it begins, and one after closing', async () => {
    const runtime = await createRuntime({ workspace: harness.workspace.root })
    await runtime.tools.execute({ name: 'no_such\ntool', arguments: {} })
    const call = { name: 'run_cli_app', arguments: { name: 'probe' } }
    await runtime.tools.execute(call, { signal: AbortSignal.abort() })
    await runtime.close()
    await runtime.tools.execute(call)
    await expect
      .poll(async () => (await lines()).map(({ tool, error }) => [tool, error]))
      .toEqual([
        ['no_such tool', 'tool.unknown'],
        ['run_cli_app', 'tool.canceled'],
        ['run_cli_app', 'runtime.closed'],
      ])
  })

  it('gets every line even if the process temporarily runs out of file descriptors', async () => {
    const onBug = vi.fn()
    const log = openAuditLog(harness.workspace, onBug)
    await mkdir(harness.workspace.logs, { recursive: true })
    const taken: number[] = []
    try {
      for (;;) taken.push(openSync('/dev/null', 'r'))
    } catch {
      for (let round = 0; round < 20; round++) log.write(entry(`t${round}`))
      await sleep(30)
    } finally {
      for (const descriptor of taken) closeSync(descriptor)
    }
    await log.close()
    expect(onBug).not.toHaveBeenCalled()
    expect((await lines()).map(({ tool }) => tool)).toEqual(Array.from({ length: 20 }, (_, at) => `t${at}`))
  })

  const threeProcesses = async ({ bytes, rest }: { bytes: string; rest: string }): Promise<void> => {
    const module = new URL('../../../packages/runtime/src/audit/open-audit-log.ts', import.meta.url).href
    const program = `
      import { openAuditLog } from ${JSON.stringify(module)}
      const [state, name] = process.argv.slice(1)
      const log = openAuditLog({ state, logs: state + '/logs' }, (error) => { throw error })
      for (let round = 0; round < 300; round++) {
        log.write({ at: new Date().toISOString(), tool: name + round, ok: true, duration_ms: 1, args: ['x'.repeat(${bytes})] })
        ${rest}
      }
      process.exit(0)`
    const options = ['--conditions=@cli-apps/source', '--import=tsx', '--input-type=module', '-e', program]
    const { state } = harness.workspace
    const cwd = path.resolve(import.meta.dirname, '../../..')
    const run = promisify(execFile)
    await Promise.all(
      ['a', 'b', 'c'].map((name) => run(process.execPath, [...options, state, name], { cwd })),
    )
  }
  const expectWhole = (tools: readonly string[]): void => {
    expect(tools).toHaveLength(900)
    for (const name of ['a', 'b', 'c'])
      expect(tools.filter((tool) => tool.startsWith(name))).toEqual(
        Array.from({ length: 300 }, (_, at) => `${name}${at}`),
      )
  }

  it('gets every line of several processes, including one that exits without closing', async () => {
    await threeProcesses({
      bytes: 'round',
      rest: 'if (round % 50 === 0) await new Promise((resolve) => setImmediate(resolve))',
    })
    expectWhole((await lines()).map(({ tool }) => tool))
  })

  it('loses no line of three processes when it is rotated while they append', async () => {
    const file = auditFile(harness.workspace)
    await mkdir(path.dirname(file), { recursive: true })
    // The processes append some 9 MB: the first to exceed the limit rotates the log while the others may have it open.
    await writeFile(file, `${JSON.stringify(entry('old'))}${' '.repeat(5_000_000)}\n`)
    await threeProcesses({ bytes: '10000', rest: 'if (round % 5 === 0) await log.close()' })
    const aside = (await readFile(file.replace('.jsonl', '.1.jsonl'), 'utf8')).trimEnd().split('\n')
    const [old, ...before] = aside.map((line): string => JSON.parse(line).tool)
    const after = (await lines()).map(({ tool }) => tool)
    expect(old).toBe('old')
    expect(before.length).toBeGreaterThan(0)
    expect(after.length).toBeGreaterThan(0)
    expectWhole([...before, ...after])
  })

  it('is rotated only once when several processes notice its size', async () => {
    const file = auditFile(harness.workspace)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, `${JSON.stringify(entry('old'))}\n${' '.repeat(10_000_001)}`)
    const onBug = vi.fn()
    const logs = Array.from({ length: 8 }, () => openAuditLog(harness.workspace, onBug))
    for (const log of logs) log.write(entry('new'))
    await Promise.all(logs.map((log) => log.close()))
    expect(onBug).not.toHaveBeenCalled()
    expect(await lines()).toHaveLength(8)
    expect(await readFile(file.replace('.jsonl', '.1.jsonl'), 'utf8')).toContain('"old"')
  })

  it('is not written through a link or into a pipe, and calls continue', async () => {
    const file = auditFile(harness.workspace)
    const outside = path.join(path.dirname(harness.workspace.root), 'outside')
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(outside, '')
    for (const make of [() => symlink(outside, file), async () => void execFileSync('mkfifo', [file])]) {
      await rm(file, { force: true })
      await make()
      const onBug = vi.fn()
      const runtime = await createRuntime({ workspace: harness.workspace.root, onBug })
      await harness.workspace.install('probe')
      expect(await harness.run({ name: 'probe' }, runtime)).toMatchObject({ ok: true })
      await runtime.close()
      expect(onBug).toHaveBeenCalledOnce()
    }
    expect(await readFile(outside, 'utf8')).toBe('')
    await rm(file)
  })

  it('does not exist when it is disabled', async () => {
    await using runtime = await createRuntime({ workspace: harness.workspace.root, audit: false })
    await harness.workspace.install('probe')
    await harness.run({ name: 'probe' }, runtime)
    await expect(stat(auditFile(harness.workspace))).rejects.toThrow('ENOENT')
  })
})
