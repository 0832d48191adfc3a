import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRuntime } from '../../../packages/runtime/src/index.ts'
import { createFixtureWorkspace, damageRecord, writeWorkspaceFile } from '../../support/fixture-workspace.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

describe('a run', () => {
  it('passes arguments as they are and gives everything a program did', async () => {
    const args = ['a b', '$HOME; echo x', '*', '', '--', '-x', '工作', '"quoted"']
    const result = await harness.runScript(
      'console.log(JSON.stringify(process.argv.slice(2))); console.error("note")',
      { args },
    )
    expect(result).toEqual({
      ok: true,
      run_id: expect.stringMatching(/^[0-9a-f]{16}$/),
      exit_code: 0,
      signal: null,
      timed_out: false,
      stdout: `${JSON.stringify(args)}\n`,
      stderr: 'note\n',
      truncated: false,
      log: null,
      files: [],
      duration_ms: expect.any(Number),
    })
  })

  it('reads numbers and booleans among the arguments as text', async () => {
    const result = await harness.runScript('console.log(process.argv.slice(2).join())', {
      args: [5, true, 'x'],
    })
    expect(result).toMatchObject({ ok: true, stdout: '5,true,x\n' })
  })

  it("gives an app's own failure as a result", async () => {
    expect(await harness.runScript('console.error("no such model"); process.exit(7)')).toMatchObject({
      ok: true,
      exit_code: 7,
      stderr: 'no such model\n',
    })
  })

  it('reports death by a signal', async () => {
    expect(await harness.runScript('process.kill(process.pid, "SIGKILL")')).toMatchObject({
      ok: true,
      exit_code: null,
      signal: 'SIGKILL',
    })
  })

  it('closes standard input', async () => {
    const script = 'process.stdin.resume(); process.stdin.on("end", () => console.log("end of input"))'
    expect(await harness.runScript(script)).toMatchObject({
      ok: true,
      stdout: 'end of input\n',
      timed_out: false,
    })
  })

  it('lets nothing of the environment of the agent through but harmless names', async () => {
    const agent = {
      PATH: '/usr/bin:relative',
      HOME: '/home/ann',
      OPENAI_API_KEY: 'sk-1',
      GH_TOKEN: 't',
      FOO: 'x',
    }
    const result = await harness.runWith(
      { environment: agent },
      'console.log(JSON.stringify(process.env))',
      {},
    )
    const env = JSON.parse(String(result.ok && result.stdout))
    expect(env).toMatchObject({ PATH: '/usr/bin', HOME: '/home/ann', NO_COLOR: '1' })
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['FOO']))
    expect(JSON.stringify(env)).not.toMatch(/sk-1|GH_TOKEN/)
  })

  it('leaves the event loop free', async () => {
    // The program ends only when this process answers it in the meantime.
    const question = path.join(harness.workspace.root, 'question')
    const answer = path.join(harness.workspace.root, 'answer')
    const running = harness.runScript(
      `import { existsSync, writeFileSync } from 'node:fs'
      writeFileSync('question', '')
      setInterval(() => existsSync('answer') && process.exit(7), 20)`,
    )
    while (!existsSync(question)) await sleep(10)
    await writeFile(answer, '')
    expect(await running).toMatchObject({ ok: true, exit_code: 7 })
  })
})

describe('an app by another name', () => {
  it.each(['探针', 'PRB'])('runs as %j, and the result has its real name', async (name) => {
    await harness.workspace.install('probe', { manifest: { aliases: ['探针', 'prb'] } })
    expect(await harness.run({ name })).toMatchObject({ ok: true, app: 'probe' })
  })

  it('is the one of that name where an alias of another is the same', async () => {
    await harness.workspace.install('probe', { manifest: { aliases: ['prober'] } })
    await harness.workspace.install('prober')
    const result = await harness.run({ name: 'prober' })
    expect(result).toMatchObject({ ok: true })
    expect(result).not.toHaveProperty('app')
  })

  it('is none where several have the alias, which are named', async () => {
    for (const name of ['probe', 'sonde'])
      await harness.workspace.install(name, { manifest: { aliases: ['prb'] } })
    expect(await harness.run({ name: 'prb' })).toMatchObject({
      error: { code: 'app.not-installed', hint: 'Did you mean "probe" or "sonde"?' },
    })
  })
})

describe('what cannot run is an error value', () => {
  it('an app that is not installed, with the nearest names and how to install it', async () => {
    await harness.workspace.install('probe', { manifest: { aliases: ['探针'] } })
    expect(await harness.run({ name: 'prbe' })).toMatchObject({
      ok: false,
      error: {
        code: 'app.not-installed',
        hint: 'Did you mean "probe"?',
      },
    })
    expect(await harness.run({ name: 'ffmpeg' })).toMatchObject({
      error: { hint: 'The user can install it with: npx cli-apps install ffmpeg' },
    })
  })

  it.each(['Probe', '@probe', '/usr/bin/probe', 'probe.'])(
    '%j is no name, and the app is suggested',
    async (name) => {
      expect(await harness.run({ name })).toMatchObject({
        ok: false,
        error: { code: 'app.bad-name', hint: expect.stringContaining('"probe"') },
      })
    },
  )

  it.each(['', '/', '../../etc', 'a b', '__proto__', 'x'.repeat(10_000)])('%j is no name', async (name) => {
    expect(await harness.run({ name })).toMatchObject({ ok: false, error: { code: 'app.bad-name' } })
  })

  it('never looks on PATH', async () => {
    expect(await harness.run({ name: 'node', args: ['-e', '0'] })).toMatchObject({
      error: { code: 'app.not-installed' },
    })
    await harness.workspace.install('relative', { argv: ['node'] })
    expect(await harness.run({ name: 'relative' })).toMatchObject({ error: { code: 'record.corrupt' } })
    await harness.workspace.uninstall('relative')
  })

  it('a program that vanished, or the script of an interpreter', async () => {
    for (const argv of [['/nowhere/program'], [process.execPath, '/nowhere/script.mjs']]) {
      await harness.workspace.install('lost', { argv })
      expect(await harness.run({ name: 'lost' })).toMatchObject({
        ok: false,
        error: { code: 'run.program-missing', hint: expect.stringMatching(/doctor.*install lost/) },
      })
    }
    await harness.workspace.uninstall('lost')
  })

  it('a program that cannot be executed', async () => {
    await harness.workspace.install('text', {
      argv: [await writeWorkspaceFile(harness.workspace, 'plain.txt', 'hello')],
    })
    expect(await harness.run({ name: 'text' })).toMatchObject({
      ok: false,
      error: { code: 'process.cannot-start' },
    })
    await harness.workspace.uninstall('text')
  })

  it('a damaged record, with its file and the repair', async () => {
    await harness.workspace.install('broken')
    await damageRecord(harness.workspace, 'broken')
    const result = await harness.run({ name: 'broken' })
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'record.corrupt', details: { file: expect.any(String) } },
    })
    expect(JSON.stringify(result)).toContain('broken.json')
    expect(JSON.stringify(result)).toContain('cli-apps doctor --fix')
    await harness.workspace.uninstall('broken')
  })

  it('a workspace that vanished', async () => {
    await using passing = await createFixtureWorkspace()
    await passing.install('probe')
    await using other = await createRuntime({ workspace: passing.root })
    await rm(passing.root, { recursive: true })
    expect(await harness.run({ name: 'probe' }, other)).toMatchObject({
      ok: false,
      error: { code: 'app.not-installed' },
    })
  })
})
