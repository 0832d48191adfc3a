import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

const gone = async (pid: number): Promise<boolean> => {
  for (let round = 0; round < 100; round++) {
    const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    if (state === undefined || / [ZX] /.test(state)) return true
    await sleep(20)
  }
  return false
}

describe('time limit and cancelling', () => {
  const leaveChild = `
    import { spawn } from 'node:child_process'
    const code = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'
    const child = spawn(process.execPath, ['-e', code], { stdio: 'inherit' })
    console.log('child', child.pid)`
  const family = `${leaveChild}; setInterval(() => {}, 1000)`
  const childOf = (output: unknown): number => Number(/child (\d+)/.exec(String(output))?.[1])

  it('ends the whole process group and gives what was printed until then', async () => {
    // Long enough for two programs to start on a busy machine.
    const result = await harness.runScript(family, { timeout: 5 })
    expect(result).toMatchObject({ ok: true, timed_out: true, hint: expect.stringContaining('5 seconds') })
    const pid = childOf(result.ok && result.stdout)
    expect(pid).toBeGreaterThan(0)
    expect(await gone(pid)).toBe(true)
  })

  it('takes the time limit of the manifest when none is asked for', async () => {
    const result = await harness.runScript('setInterval(() => {}, 1000)', {}, { run: { timeout: 1 } })
    expect(result).toMatchObject({ ok: true, timed_out: true })
  })

  it('does not wait for a process that was left behind, and ends it', async () => {
    const result = await harness.runScript(`${leaveChild}; child.unref(); process.exit(0)`)
    expect(result).toMatchObject({ ok: true, exit_code: 0, timed_out: false })
    expect(await gone(childOf(result.ok && result.stdout))).toBe(true)
  })

  it('does not wait for a daemon that left the group and holds the output open', async () => {
    const daemon = leaveChild.replace("'inherit'", "'inherit', detached: true")
    const start = performance.now()
    const result = await harness.runScript(`${daemon}; child.unref(); process.exit(0)`)
    expect(result).toMatchObject({ ok: true, exit_code: 0, timed_out: false })
    expect(performance.now() - start).toBeLessThan(20_000)
    process.kill(childOf(result.ok && result.stdout), 'SIGKILL')
  })

  it('loses no output while the agent itself is busy', async () => {
    await harness.workspace.install('probe', { script: 'process.stdout.write("x".repeat(60000))' })
    const other = await createRuntime({ workspace: harness.workspace.root, outputCharacters: 100_000 })
    const result = harness.run({ name: 'probe' }, other)
    for (let round = 0; round < 8; round++) {
      const until = performance.now() + 300
      while (performance.now() < until);
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(await result).toMatchObject({ ok: true, stdout: 'x'.repeat(60_000) })
    await other.close()
  })

  it('is canceled by a signal', async () => {
    const marker = path.join(harness.workspace.root, 'started.txt')
    await rm(marker, { force: true })
    await harness.workspace.install('probe', {
      script: `import { writeFileSync } from 'node:fs'; writeFileSync('started.txt', String(process.pid)); setInterval(() => {}, 1000)`,
    })
    const controller = new AbortController()
    const result = harness.runtime.tools.execute(
      { name: 'run_cli_app', arguments: { name: 'probe' } },
      { signal: controller.signal },
    )
    while (!existsSync(marker) || (await stat(marker)).size === 0) await sleep(10)
    controller.abort()
    expect(await result).toMatchObject({ ok: false, error: { code: 'run.canceled' } })
    expect(await gone(Number(await readFile(marker, 'utf8')))).toBe(true)
  })

  it('is canceled when the runtime closes, and refused after', async () => {
    const marker = path.join(harness.workspace.root, 'running.txt')
    await harness.workspace.install('probe', {
      script: `import { writeFileSync } from 'node:fs'; writeFileSync('running.txt', 'yes'); setInterval(() => {}, 1000)`,
    })
    const other = await createRuntime({ workspace: harness.workspace.root })
    const result = harness.run({ name: 'probe' }, other)
    while (!existsSync(marker)) await sleep(10)
    await other.close()
    expect(await result).toMatchObject({ ok: false, error: { code: 'run.canceled' } })
    expect(await harness.run({ name: 'probe' }, other)).toMatchObject({
      ok: false,
      error: { code: 'runtime.closed' },
    })
  })
})

describe('output', () => {
  it('is cut to the budget with head and tail, and kept whole in a log', async () => {
    const result = await harness.runScript('for (let i = 0; i < 20000; i++) console.log("line", i)')
    if (!result.ok) throw new Error(JSON.stringify(result))
    const { stdout, log, hint } = result
    expect(String(stdout).length).toBeLessThanOrEqual(12_000)
    expect(stdout).toMatch(/^line 0\n[\s\S]*… \d+ characters left out …[\s\S]*\nline 19999\n$/)
    expect(result.truncated).toBe(true)
    expect(log).toMatch(/^\.cli-apps\/logs\/\d{8}T\d{6}Z-probe-[0-9a-f]{16}\.stdout\.log$/)
    expect(hint).toContain(String(log))
    const whole = await readFile(path.join(harness.workspace.root, String(log)), 'utf8')
    expect(whole.split('\n')).toHaveLength(20_001)
  })

  it('keeps stderr however long stdout is', async () => {
    const result = await harness.runScript(
      'process.stdout.write("x".repeat(3e6)); console.error("fatal: the reason"); process.exitCode = 1',
    )
    expect(result).toMatchObject({ ok: true, stderr: 'fatal: the reason\n', truncated: true })
  })

  it('survives a flood, and says that the log was cut too', async () => {
    const script =
      'const block = Buffer.alloc(1 << 20, 121); let n = 0; const go = () => { if (n++ < 40) process.stdout.write(block, go) }; go()'
    const result = await harness.runWith({ logBytes: 100_000 }, script, {})
    if (!result.ok) throw new Error(JSON.stringify(result))
    expect(String(result.stdout).length).toBeLessThanOrEqual(12_000)
    expect(result.hint).toContain('Its beginning is in')
    const log = path.join(harness.workspace.root, String(result.log))
    expect((await stat(log)).size).toBeLessThan(100_200)
    expect(await readFile(log, 'utf8')).toMatch(/the log ends here, after 100000 bytes …\n$/)
  })

  it('is text whatever bytes come', async () => {
    const script =
      'process.stdout.write(Buffer.from([0xff, 0xfe, 0x00, 0x41, 0xe5, 0x0a])); process.stdout.write("工作")'
    expect(await harness.runScript(script)).toMatchObject({ ok: true, stdout: '��A�\n工作' })
  })

  it('loses terminal codes and lines that were written over', async () => {
    const script = String.raw`process.stdout.write('\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x07\r\n10%\r55%\r100%\nB\bBo\bol\bld\n')`
    expect(await harness.runScript(script)).toMatchObject({ ok: true, stdout: 'red link\n100%\nBold\n' })
  })

  it('leaves no log when nothing was left out', async () => {
    await rm(harness.workspace.logs, { recursive: true, force: true })
    await harness.runScript('process.stdout.write("\\x1b[31m\\x1b[0m".repeat(100000) + "short")')
    expect(await readdir(harness.workspace.logs).catch(() => [])).toEqual([])
  })

  it('is given even where the log cannot be written', async () => {
    await rm(harness.workspace.logs, { recursive: true, force: true })
    await writeFile(harness.workspace.logs, 'a file in the way')
    const result = await harness.runScript('process.stdout.write("x".repeat(20000))')
    expect(result).toMatchObject({
      ok: true,
      truncated: true,
      log: null,
      hint: expect.stringContaining('not be saved'),
    })
    await rm(harness.workspace.logs)
  })
})

describe('files', () => {
  it('that a program made or changed are in its result', async () => {
    const script = `
      import { mkdirSync, writeFileSync } from 'node:fs'
      mkdirSync('out'); writeFileSync('out/report.docx', 'x'); writeFileSync(process.argv[2], 'yy')`
    expect(await harness.runScript(script, { args: ['made.wav'] })).toMatchObject({
      ok: true,
      files: expect.arrayContaining([
        { path: 'made.wav', kind: 'created', size: 2 },
        { path: 'out/report.docx', kind: 'created', size: 1 },
      ]),
    })
  })
})
