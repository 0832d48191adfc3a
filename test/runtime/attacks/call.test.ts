import { describe, expect, it } from 'vitest'
import { writeWorkspaceFile } from '../../support/fixture-workspace.ts'
import { useRunHarness } from '../run-harness.ts'

/* Calls and outputs that are bent on harm; no sandbox is needed for these. */

const harness = useRunHarness()

describe('arguments', () => {
  it.each([
    '$(touch planted)',
    '`touch planted`',
    '; touch planted',
    '| touch planted',
    '&& touch planted',
    '> planted',
    '*',
    '~',
    '$HOME',
    "'; touch planted; '",
    '\n touch planted',
    '%PATH%',
  ])('%j is passed as one ordinary argument', async (arg) => {
    const script = `
      import fs from 'node:fs'
      console.log(JSON.stringify([process.argv.slice(2), fs.existsSync('planted')]))`
    const result = await harness.runScript(script, { args: [arg] })
    expect(JSON.parse(String(result.ok && result.stdout))).toEqual([[arg], false])
  })

  it.each([['a\0b'], ['\ud800']])('%j is refused', async (arg) => {
    expect(await harness.runScript('', { args: [arg] })).toMatchObject({
      ok: false,
      error: { code: 'tool.bad-arguments' },
    })
  })

  it('in a name start nothing else', async () => {
    for (const name of ['probe; id', '../../bin/sh', '/bin/sh', 'probe\n', 'probe --x'])
      expect(await harness.run({ name }), name).toMatchObject({ ok: false })
  })
})

describe('the environment', () => {
  it('of the agent is not passed to the app, nor are variables that change what runs', async () => {
    const own = {
      PATH: '/usr/bin:/bin',
      OPENAI_API_KEY: 'sk-secret-1',
      LD_PRELOAD: '/x.so',
      NODE_OPTIONS: '-r /x.js',
    }
    const grants = { probe: { LD_PRELOAD: '/x.so', NODE_OPTIONS: '--inspect', PATH: '/evil' } }
    const env = ['LD_PRELOAD', 'NODE_OPTIONS', 'PATH'].map((name) => ({
      name,
      description: 'x',
      required: false,
      secret: false,
    }))
    const result = await harness.runWith(
      { environment: own, grants },
      'console.log(JSON.stringify(process.env))',
      { requires: { env } },
    )
    const seen: unknown = JSON.parse(String(result.ok && result.stdout))
    expect(seen).toMatchObject({ PATH: '/usr/bin:/bin' })
    for (const name of ['OPENAI_API_KEY', 'LD_PRELOAD', 'NODE_OPTIONS']) expect(seen).not.toHaveProperty(name)
  })
})

describe('output', () => {
  it('that never ends is truncated in limited memory, while the agent continues', async () => {
    const flood =
      'const block = Buffer.alloc(1 << 20, 120); let n = 0; const go = () => { if (n++ < 200) process.stdout.write(block, go) }; go()'
    const before = process.memoryUsage().rss
    const turns: number[] = []
    let last = performance.now()
    const timer = setInterval(() => {
      turns.push(performance.now() - last)
      last = performance.now()
    }, 20)
    const result = await harness.runWith({ logBytes: 1_000_000 }, flood)
    clearInterval(timer)
    expect(result).toMatchObject({ ok: true, exit_code: 0, truncated: true })
    expect(String(result.ok && result.stdout).length).toBeLessThanOrEqual(12_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20)
    // The event loop was never blocked.
    expect(turns.length).toBeGreaterThan(3)
  })

  it('cannot control the terminal or forge lines', async () => {
    const codes = String.raw`process.stdout.write('\x1b]0;owned\x07\x1b[2J\x1b[8mhidden\x1b[0m\x1bP+q\x1b\\ok\u009b31m\x1b]52;c;ZXZpbA==\x07 done\n')`
    const result = await harness.runScript(codes)
    expect(result).toMatchObject({ stdout: 'hiddenok done\n' })
    expect(JSON.stringify(result)).not.toMatch(/\\u001b|\\u009b|owned|ZXZpbA/)
  })

  it('hides a secret however it is encoded', async () => {
    const env = [{ name: 'PROBE_TOKEN', description: 'x', required: false, secret: true }]
    const script = `
      const token = process.env.PROBE_TOKEN
      console.log(JSON.stringify({ token, url: 'https://x/?t=' + encodeURIComponent(token) }))
      console.error(token.slice(0, 5) + '\\x1b[0m' + token.slice(5))`
    const result = await harness.runWith({ grants: { probe: { PROBE_TOKEN: 'to"ken/12345' } } }, script, {
      requires: { env },
    })
    expect(JSON.stringify(result)).not.toMatch(/ken.{1,3}12345/)
  })
})

describe('standard input', () => {
  it('is closed immediately, so that no program waits for input', async () => {
    const script = `
      const chunks = []
      for await (const chunk of process.stdin) chunks.push(chunk)
      console.log('read', chunks.length, process.stdin.isTTY === true)`
    expect(await harness.runScript(script)).toMatchObject({ stdout: 'read 0 false\n', timed_out: false })
  })

  it('is not a terminal through any other path either', async () => {
    const script = `
      import fs from 'node:fs'
      try { fs.openSync('/dev/tty', 'r+'); console.log('opened') } catch (error) { console.log(error.code) }`
    expect(await harness.runScript(script)).toMatchObject({
      stdout: expect.stringMatching(/^(ENXIO|ENOENT)\n$/),
    })
  })
})

describe('the working directory', () => {
  it.each(['..', '/', '/etc', 'sub/../../..', '/proc/self/cwd/..'])('%j is refused', async (requested) => {
    await writeWorkspaceFile(harness.workspace, 'sub/x')
    expect(await harness.runScript('', { working_dir: requested })).toMatchObject({
      ok: false,
      error: { code: 'run.working-dir-outside' },
    })
  })
})
