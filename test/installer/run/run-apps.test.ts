import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMachine, type Machine, programArgvOf } from '../../support/cli.ts'
import { runWithInput } from '../../support/run-with-input.ts'
import { installScript } from '../../support/script-app.ts'

let machine: Machine
const at = (name: string): string => path.join(machine.workspace, name)

beforeEach(async () => {
  machine = await createMachine()
  const upper = `for await (const chunk of process.stdin) process.stdout.write(String(chunk).toUpperCase())`
  await installScript(machine, 'upper', upper)
  await installScript(machine, 'args', 'console.log(JSON.stringify(process.argv.slice(2)))')
  await installScript(
    machine,
    'bytes',
    'process.stdout.write(Buffer.from([0, 255, 27, 10])); process.exitCode = 3',
  )
  await installScript(machine, 'crash', 'process.kill(process.pid, "SIGKILL")')
  const count = `
    process.on('SIGINT', () => { console.log('interrupted'); process.exit(process.argv[2] ?? 130) })
    process.on('SIGTERM', () => { console.log('terminated'); process.exit(9) })
    process.stdout.write('one\\n')
    setInterval(() => {}, 1000)`
  await installScript(machine, 'count', count)
  const idle = "process.stdout.write('one\\n'); setInterval(() => {}, 1000)"
  await installScript(machine, 'idle', idle)
  const write =
    "import { writeFileSync } from 'node:fs'; try { writeFileSync('/proc/self/fd/0', 'evil') } catch {}"
  await installScript(machine, 'write', write)
  const destroy = "import { rmSync } from 'node:fs'; for (const file of process.argv.slice(3)) rmSync(file)"
  await installScript(machine, 'destroy', destroy, { run: { effects: { destructive: ['wipe'] } } })
})

/** Starts `cli-apps run`, and waits for the first thing that the app prints. */
async function start(...words: string[]) {
  const [program = '', ...own] = programArgvOf('cli-apps')
  const child = spawn(program, [...own, 'run', ...words], {
    cwd: machine.workspace,
    env: machine.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  const rest = text(child.stdout)
  return { child, first: String(first), ended, rest }
}

describe('run', () => {
  it('fails where the output file cannot be kept, and saves the output', async () => {
    const take =
      "import { writeFileSync } from 'node:fs'; writeFileSync('out.txt', 'mine'); console.log('result')"
    await installScript(machine, 'take', take)
    const ran = await runWithInput(machine, '', 'run', '--stdout-file', 'out.txt', 'take')
    expect(ran).toMatchObject({ status: 125, stdout: '', stderr: expect.stringContaining('exists already') })
    expect(await readFile(at('out.txt'), 'utf8')).toBe('mine')
    const id = /runs show ([0-9a-f]{16})/.exec(ran.stderr)?.[1] ?? ''
    expect(await runWithInput(machine, '', 'runs', 'show', id)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('result'),
    })
  })

  it('passes standard input, output and the exit status on as they are', async () => {
    expect(await runWithInput(machine, 'a ü\n', 'run', 'upper')).toEqual({
      status: 0,
      stdout: 'A Ü\n',
      stderr: '',
    })
    const [program = '', ...own] = programArgvOf('cli-apps')
    const child = spawn(program, [...own, 'run', 'bytes'], {
      cwd: machine.workspace,
      env: machine.environment,
    })
    const ended = once(child, 'exit')
    const chunks: Buffer[] = []
    for await (const chunk of child.stdout) chunks.push(chunk)
    expect(Buffer.concat(chunks)).toEqual(Buffer.from([0, 255, 27, 10]))
    expect(await ended).toEqual([3, null])
    expect((await machine.cli('run', 'crash')).status).toBe(137)
  })

  it('passes a file on from where it is read next, and writes output into a file', async () => {
    await writeFile(at('in.txt'), 'first\nsecond\n')
    const [input, output] = [await open(at('in.txt')), await open(at('out.txt'), 'w')]
    await input.read(Buffer.alloc(6))
    const [program = '', ...own] = programArgvOf('cli-apps')
    const child = spawn(program, [...own, 'run', 'upper'], {
      cwd: machine.workspace,
      env: machine.environment,
      stdio: [input.fd, output.fd, 'inherit'],
    })
    expect(await once(child, 'exit')).toEqual([0, null])
    await input.close()
    await output.close()
    expect(await readFile(at('out.txt'), 'utf8')).toBe('SECOND\n')
  })

  it('gives the app no descriptor of the file by which it could write to it', async () => {
    await writeFile(path.join(machine.home, 'mine.txt'), 'mine')
    const input = await open(path.join(machine.home, 'mine.txt'))
    const [program = '', ...own] = programArgvOf('cli-apps')
    const child = spawn(program, [...own, 'run', 'write'], {
      cwd: machine.workspace,
      env: machine.environment,
      stdio: [input.fd, 'inherit', 'inherit'],
    })
    await once(child, 'exit')
    await input.close()
    expect(await readFile(path.join(machine.home, 'mine.txt'), 'utf8')).toBe('mine')
  })

  it('shows output as it comes', async () => {
    const { child, first, ended } = await start('idle')
    expect(first).toBe('one\n')
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
  })

  it('has the app decide what an interrupt means, and waits for it', async () => {
    const { child, ended, rest } = await start('count', '5')
    child.kill('SIGINT')
    expect([await rest, await ended]).toEqual(['interrupted\n', [5, null]])
    const other = await start('count')
    other.child.kill('SIGTERM')
    expect([await other.rest, await other.ended]).toEqual(['terminated\n', [9, null]])
  })

  it('has a time limit only where one is given', async () => {
    const { status, stdout, stderr } = await machine.cli('run', '--timeout', '1', 'idle')
    expect({ status, stdout }).toEqual({ status: 143, stdout: 'one\n' })
    expect(stderr).toBe('cli-apps: Ended after 1 seconds.\n')
    expect((await machine.cli('run', '--timeout', '1800', 'args')).status).toBe(0)
    expect((await machine.cli('run', '--timeout', '0', 'args')).status).toBe(2)
  })

  it('gives one JSON document with --json, and passes input too', async () => {
    const result = await runWithInput(machine, 'a', 'run', '--json', 'upper')
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: true, exit_code: 0, stdout: 'A' })
  })
})

describe('run with pipes and files', () => {
  it('connects apps, and reads and writes files of the workspace', async () => {
    await writeFile(at('in.txt'), 'x')
    const words = ['--stdin-file', 'in.txt', '--stdout-file', 'up.txt', 'upper', '--pipe', 'upper']
    expect((await machine.cli('run', ...words)).status).toBe(0)
    expect(await readFile(at('up.txt'), 'utf8')).toBe('X')
    expect((await machine.cli('run', ...words)).stderr).toContain('exists already')
    expect((await machine.cli('run', '--overwrite', ...words)).status).toBe(0)
  })

  it('passes --pipe on where that is asked for', async () => {
    expect((await machine.cli('run', '--no-pipe', 'args', '--pipe', 'b')).stdout).toBe('["--pipe","b"]\n')
    expect((await machine.cli('run', 'args', 'a', '--pipe')).status).toBe(2)
  })
})

describe('a call that may destroy', () => {
  it('is refused where nobody can be asked, and names what would run', async () => {
    await writeFile(at('old.txt'), '')
    const { status, stderr } = await machine.cli(
      'run',
      'destroy',
      'wipe',
      'old.txt',
      'a b',
      '--pipe',
      'upper',
    )
    expect(status).toBe(2)
    expect(stderr).toContain('destroy wipe old.txt "a b" | upper')
    expect(stderr).toContain('--yes')
    expect(await readFile(at('old.txt'), 'utf8')).toBe('')
    const document = await machine.cli('run', '--json', 'destroy', 'wipe', 'old.txt')
    expect([document.status, document.json()]).toMatchObject([
      2,
      { ok: false, error: { code: 'confirm.needed' } },
    ])
  })

  it('runs with --yes', async () => {
    await writeFile(at('old.txt'), '')
    expect((await machine.cli('run', '--yes', 'destroy', 'wipe', 'old.txt')).status).toBe(0)
    await expect(readFile(at('old.txt'))).rejects.toThrow()
    const audit = await readFile(at('.cli-apps/logs/audit.jsonl'), 'utf8')
    expect(audit).toContain('"decision":"confirmed"')
  })
})
