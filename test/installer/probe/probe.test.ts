import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { exists, type FoundSandbox, findSandbox, joinOutput } from '@cli-apps/core/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openWorkFolder } from '../../../services/installer/src/home/work-folder.ts'
import { openProbe, type Probe } from '../../../services/installer/src/probe/probe.ts'
import { processesWith } from '../../support/processes-with.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const found = await findSandbox(process.env)
const modes: [string, FoundSandbox, boolean][] = [
  ['in a sandbox', found, found.sandbox !== undefined],
  ['without one', { reason: 'for the test' }, process.platform !== 'win32'],
]

async function probeOf(
  argv: readonly string[],
  confinement: FoundSandbox,
  options: { readable?: readonly string[]; environment?: NodeJS.ProcessEnv } = {},
): Promise<Probe> {
  const work = openWorkFolder(await temporaryFolder())
  const signal = new AbortController().signal
  const probe = await openProbe(argv, { environment: process.env, signal, work, confinement, ...options })
  onTestFinished(() => probe[Symbol.asyncDispose]())
  return probe
}

/** Probes a script, which lies where users have programs: in a folder whose name has a space. */
async function probeScript(script: string, confinement: FoundSandbox): Promise<Probe> {
  const file = path.join(await temporaryFolder(), 'tool', 'app.mjs')
  await mkdir(path.dirname(file))
  await writeFile(file, script)
  return probeOf([process.execPath, file], confinement)
}

const said = async (probe: Probe, ...args: string[]): Promise<string> => {
  const { stdout, stderr } = await probe.run(args)
  return joinOutput(stdout) + joinOutput(stderr)
}

/** Starts a process that leaves group and session, and waits until it runs. */
const daemon = `
  import { spawn } from 'node:child_process'
  import { existsSync } from 'node:fs'
  const note = process.env.HOME + '/alive'
  const script = "process.on('SIGTERM', () => {}); process.chdir('/'); require('node:fs').writeFileSync(process.env.HOME + '/alive', ''); setInterval(() => {}, 1000)"
  const between = "require('node:child_process').spawn(process.execPath, ['-e', process.argv[1]], { detached: true, stdio: process.argv[2] }).unref()"
  spawn(process.execPath, ['-e', between, script, process.argv[2]], { detached: true, stdio: process.argv[2] })
  const wait = () => existsSync(note) ? (console.log('started'), process.exit(0)) : setTimeout(wait, 5)
  wait()`

describe.each(modes)('a probe %s', (_, confinement, isPossible) => {
  const itCan = it.skipIf(!isPossible)

  itCan('runs the program with closed input in an empty folder of its own', async () => {
    const probe = await probeScript(
      `import { readdirSync } from 'node:fs'
       process.stdin.on('end', () => console.log(JSON.stringify([process.argv.slice(2), process.cwd(), readdirSync('.'), readdirSync(process.env.HOME)]))).resume()`,
      confinement,
    )
    const [args, cwd, here, home] = JSON.parse(await said(probe, '--help', 'a b'))
    expect([args, here, home]).toEqual([['--help', 'a b'], [], []])
    expect(path.dirname(cwd)).toBe(probe.folder)
    expect(probe.confinement).toBe(confinement)
  })

  itCan('leaves nothing of a daemon, or of what it wrote', async () => {
    const probe = await probeScript(daemon, confinement)
    for (const stdio of ['ignore', 'inherit']) {
      expect(await said(probe, stdio)).toBe('started\n')
      expect(await processesWith(probe.folder)).toEqual([])
      await rm(path.join(probe.folder, 'home', 'alive'))
    }
    await probe[Symbol.asyncDispose]()
    expect(await exists(probe.folder)).toBe(false)
  })

  itCan('leaves runs beside it alone', async () => {
    const probe = await probeScript(
      `import { existsSync, writeFileSync } from 'node:fs'
       const [, , own, other] = process.argv
       writeFileSync(own, '')
       const wait = () => existsSync(other) ? console.log('met') : setTimeout(wait, 5)
       if (other) wait()`,
      confinement,
    )
    const slow = said(probe, 'slow', 'late')
    await expect.poll(() => exists(path.join(probe.folder, 'work', 'slow')), { timeout: 20_000 }).toBe(true)
    expect(await said(probe, 'quick')).toBe('')
    expect(await said(probe, 'late')).toBe('')
    expect(await slow).toBe('met\n')
  })

  itCan('ends a program that is deaf, holds its pipes and has children of that kind', async () => {
    const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
    const probe = await probeScript(
      `import { spawn } from 'node:child_process'
       for (let count = 0; count < 3; count++)
         spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}], { stdio: 'inherit', detached: count > 0 })
       ${deaf}`,
      confinement,
    )
    const result = await probe.run([], { timeout: 1000 })
    expect(result).toMatchObject({ timedOut: true, exitCode: null })
    expect(await processesWith(probe.folder)).toEqual([])
  })

  itCan('tells a death by signal', async () => {
    const probe = await probeOf(['/bin/sh', '-c', 'kill -ABRT $$'], confinement)
    expect(await probe.run([])).toMatchObject({ exitCode: null, signal: 'SIGABRT' })
  })

  itCan('refuses a program that is not there', async () => {
    const probe = await probeOf(['/nowhere/app'], confinement)
    await expect(probe.run(['--help'])).rejects.toMatchObject({ code: 'process.cannot-start' })
  })

  itCan('removes folders that were made read-only', async () => {
    const probe = await probeOf(
      ['/bin/sh', '-c', 'mkdir -p $HOME/a/b && : > $HOME/a/b/c && chmod 500 $HOME/a/b $HOME/a'],
      confinement,
    )
    expect((await probe.run([])).exitCode).toBe(0)
    await probe[Symbol.asyncDispose]()
    expect(await exists(probe.folder)).toBe(false)
  })

  itCan('writes beside itself only where no sandbox keeps it from that', async () => {
    const probe = await probeScript(
      `import { writeFileSync } from 'node:fs'
       try { writeFileSync(new URL('left', import.meta.url), ''); console.log('wrote') } catch (error) { console.log(error.code) }`,
      confinement,
    )
    expect(await said(probe)).toBe(confinement.sandbox === undefined ? 'wrote\n' : 'EROFS\n')
  })
})

describe.skipIf(found.sandbox === undefined)('a probe in a sandbox', () => {
  it('shows additional required folders', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'data'), 'needed')
    const file = path.join(folder, 'data')
    expect(await said(await probeOf(['/bin/cat'], found), file)).toContain('No such file')
    expect(await said(await probeOf(['/bin/cat'], found, { readable: [folder] }), file)).toBe('needed')
  })
})
