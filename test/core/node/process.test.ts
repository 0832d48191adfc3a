import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { identify, isAlive, type RunProcessOptions, runProcess } from '@cli-apps/core/node'
import { describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const node = (script: string, options: Partial<RunProcessOptions> = {}) =>
  runProcess([process.execPath, '-e', script], { cwd: '/', env: { PATH: '/usr/bin:/bin' }, ...options })

describe('runProcess', () => {
  it('returns status and both streams', async () => {
    const result = await node('console.log("out"); console.error("err"); process.exit(3)')
    expect(result).toMatchObject({ exitCode: 3, signal: null, timedOut: false, canceled: false })
    expect([result.stdout.head, result.stderr.head]).toEqual(['out\n', 'err\n'])
  })

  it('passes arguments unchanged, never through a shell', async () => {
    const args = ['$(id)', '; rm -rf /', '`x`', "'", '"', '', '*', '\n']
    const result = await runProcess(
      [process.execPath, '-e', 'console.log(JSON.stringify(process.argv.slice(1)))', '--', ...args],
      { cwd: '/', env: {} },
    )
    expect(JSON.parse(result.stdout.head)).toEqual(args)
  })

  it('passes only the given environment to the child', async () => {
    const result = await node('console.log(Object.keys(process.env).sort().join())', {
      env: { A: '1', B: '2' },
    })
    expect(result.stdout.head).toBe('A,B\n')
  })

  it('closes standard input', async () => {
    const result = await node('process.stdin.on("end", () => console.log("ended")).resume()', {
      timeout: 5000,
    })
    expect(result).toMatchObject({ exitCode: 0, timedOut: false })
  })

  it('reports death by a signal, never as status 0', async () => {
    expect(await node('process.kill(process.pid, "SIGKILL")')).toMatchObject({
      exitCode: null,
      signal: 'SIGKILL',
    })
  })

  it('kills the whole group even if it ignores signals, and keeps its output', async () => {
    const note = path.join(await temporaryFolder(), 'pid')
    const script = `
      const { spawn } = require('node:child_process')
      process.on('SIGTERM', () => {})
      const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      require('node:fs').writeFileSync(${JSON.stringify(note)}, String(child.pid))
      console.log('so far')
      setInterval(() => {}, 1000)`
    const abort = new AbortController()
    const result = await node(script, { signal: abort.signal, onOutput: () => abort.abort() })
    expect(result).toMatchObject({ canceled: true, exitCode: null })
    expect(result.stdout.head).toBe('so far\n')
    expect((await identify(Number(await readFile(note, 'utf8')))).started).toBeNull()
  })

  it('stops at the time limit', async () => {
    const result = await node('setInterval(() => {}, 1000)', { timeout: 100 })
    expect(result).toMatchObject({ timedOut: true, canceled: false, exitCode: null })
  })

  it('ends the program when its caller fails', async () => {
    let started = 0
    const running = node('setInterval(() => {}, 1000)', {
      onStart: (pid) => {
        started = pid
        throw new Error('the disk is full')
      },
    })
    await expect(running).rejects.toThrow('the disk is full')
    expect((await identify(started)).started).toBeNull()
  })

  it.skipIf(process.platform === 'win32')('holds a program until it is recorded', async () => {
    const note = path.join(await temporaryFolder(), 'noted')
    const script = `console.log(require('node:fs').existsSync(${JSON.stringify(note)}), process.argv[1])`
    const result = await runProcess([process.execPath, '-e', script, '$(id) "'], {
      cwd: '/',
      env: {},
      isHeld: true,
      onStart: () => writeFile(note, ''),
    })
    expect(result).toMatchObject({ exitCode: 0, stdout: { head: 'true $(id) "\n' } })
  })

  it.skipIf(process.platform !== 'linux')(
    'never starts a held program whose caller is killed before recording it',
    async () => {
      const folder = await temporaryFolder()
      const place = path.join(folder, 'caller.mjs')
      await writeFile(
        place,
        `import { runProcess } from ${JSON.stringify(pathToFileURL(path.resolve('packages/core/dist/node/index.js')).href)}
         await runProcess(['/bin/touch', 'started'], { cwd: ${JSON.stringify(folder)}, env: {}, isHeld: true,
           onStart: (pid) => { console.log(pid); return new Promise(() => setInterval(() => {}, 1000)) } })`,
      )
      const caller = spawn(process.execPath, [place], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [chunk] = (await once(caller.stdout, 'data')) as [Buffer]
      const held = await identify(Number(chunk.toString()))
      caller.kill('SIGKILL')
      await vi.waitFor(async () => expect(await isAlive(held)).toBe(false), { timeout: 30_000 })
      expect(await readdir(folder)).toEqual(['caller.mjs'])
    },
  )

  it('does not wait for a grandchild that holds the pipe, and ends it', async () => {
    const note = path.join(await temporaryFolder(), 'pid')
    const script = `
      const { spawn } = require('node:child_process')
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      require('node:fs').writeFileSync(${JSON.stringify(note)}, String(child.pid))
      child.unref()
      console.log('done')
      process.exit(0)`
    const result = await node(script)
    expect(result).toMatchObject({ exitCode: 0 })
    expect(result.durationMs).toBeLessThan(5000)
    const pid = Number(await readFile(note, 'utf8'))
    expect((await identify(pid)).started).toBeNull()
  })

  it('stops when aborted', async () => {
    const abort = new AbortController()
    const running = node('setInterval(() => {}, 1000)', {
      signal: abort.signal,
      onStart: () => abort.abort(),
    })
    expect(await running).toMatchObject({ canceled: true, exitCode: null })
  })

  it('keeps the beginning and the end of long output, and splits no character', async () => {
    const result = await node('process.stdout.write("é".repeat(500000) + "!")', {
      keep: { head: 5, tail: 4 },
    })
    expect(result.stdout).toEqual({ head: 'éé', tail: 'é!', omittedBytes: 999_992, totalBytes: 1_000_001 })
  })

  it('reports that a program cannot be started', async () => {
    await expect(runProcess(['/no/such/program'], { cwd: '/', env: {} })).rejects.toMatchObject({
      code: 'process.cannot-start',
      message: '/no/such/program cannot be started: it is not there.',
    })
  })
})
