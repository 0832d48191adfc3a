import { existsSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMachine, type Machine, programArgvOf } from '../../support/cli.ts'
import { inTerminal, runAtTerminal } from '../../support/in-terminal.ts'
import { installRooted, installScript } from '../../support/script-app.ts'

let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
  const show = `
    import { openSync, readdirSync, readlinkSync, writeSync } from 'node:fs'
    const { stdin, stdout, stderr, env } = process
    const of = ({ columns, rows }) => columns + 'x' + rows
    console.log([stdin, stdout, stderr].map(({ isTTY }) => isTTY).join(), of(stdout), env.TERM, env.NO_COLOR ?? 'colors')
    const links = readdirSync('/proc/self/fd').map((fd) => { try { return readlinkSync('/proc/self/fd/' + fd) } catch { return '' } })
    console.log('masters ' + links.filter((link) => link.includes('ptmx')).length)
    writeSync(openSync('/dev/tty', 'w'), 'its own terminal\\n')
    stdout.on('resize', () => { console.log('now', of(stdout)); process.exit(4) })
    stdin.on('data', (text) => { console.log('got', JSON.stringify(String(text))); if (String(text) === 'end\\n') process.exit(5) })`
  await installScript(machine, 'show', show)
  await installScript(machine, 'idle', "console.log('ready'); setInterval(() => {}, 1000)")
  await installScript(
    machine,
    'leave',
    "process.stdin.setRawMode(true); console.log('left'); process.exit(0)",
  )
  const deaf =
    "process.on('SIGINT', () => console.log('not yet')); console.log('ready'); process.stdin.on('data', () => process.exit(6))"
  await installScript(machine, 'deaf', deaf)
  const destroy = "console.log('all is wiped')"
  await installScript(machine, 'destroy', destroy, { run: { effects: { destructive: ['wipe'] } } })
})

describe.skipIf(process.platform === 'win32').each([[[]], [['--sandbox', 'off']]])(
  'run at a terminal %j',
  (options) => {
    const run = (...words: string[]) => inTerminal(machine, 'run', ...options, ...words)

    it('gives the app a terminal of its own, of the same size, with colors', async () => {
      const terminal = run('show')
      const shown = await terminal.shows('its own terminal')
      expect(shown).toContain('true,true,true 91x33 xterm-256color colors')
      expect(shown).toContain('masters 0')
      terminal.type('end\r')
      expect(await terminal.ended).toMatchObject({
        status: 5,
        shown: expect.stringContaining('got "end\\n"'),
      })
    })

    it('passes changes of the size on', async () => {
      const terminal = run('show')
      await terminal.shows('its own terminal')
      terminal.resize(60, 20)
      expect(await terminal.ended).toMatchObject({ status: 4, shown: expect.stringContaining('now 60x20') })
    })

    it('has Ctrl+C interrupt the app, which may go on', async () => {
      const idle = run('idle')
      await idle.shows('ready')
      idle.type('\x03')
      expect((await idle.ended).status).toBe(130)
      await installScript(
        machine,
        'leave',
        "process.stdin.setRawMode(true); console.log('left'); process.exit(0)",
      )
      const deaf = run('deaf')
      await deaf.shows('ready')
      deaf.type('\x03')
      await deaf.shows('not yet')
      deaf.type('x\r')
      expect((await deaf.ended).status).toBe(6)
    })

    it('leaves the terminal as it was', async () => {
      const words = [...programArgvOf('cli-apps'), 'run', ...options, 'leave']
      const script = 'before=$(stty -g); "$@"; [ "$(stty -g)" = "$before" ] && echo the same'
      const shell = runAtTerminal(machine, ['/bin/sh', '-c', script, 'sh', ...words])
      expect((await shell.ended).shown).toMatch(/left[\r\n]+the same/)
    })

    it('ends the app with a signal to cli-apps', async () => {
      const terminal = run('idle')
      await terminal.shows('ready')
      terminal.kill('SIGTERM')
      expect((await terminal.ended).status).toBe(143)
    })

    it('asks before a destructive command, and does nothing without confirmation', async () => {
      const refused = run('destroy', 'wipe', 'a b')
      expect(await refused.shows('[y/N]')).toContain('destroy wipe "a b"')
      refused.type('\r')
      const { status, shown } = await refused.ended
      expect([status, shown.includes('all is wiped')]).toEqual([130, false])
      const confirmed = run('destroy', 'wipe', 'a b')
      await confirmed.shows('[y/N]')
      confirmed.type('y\r')
      expect(await confirmed.ended).toMatchObject({
        status: 0,
        shown: expect.stringContaining('all is wiped'),
      })
    })
  },
)

const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find((file) => existsSync(file))

it.skipIf(process.platform !== 'linux' || python === undefined)(
  'an app cannot type at the terminal of the person',
  async () => {
    // TIOCSTI types a character, TIOCLINUX pastes the selection of a console.
    const inject = `
import fcntl, sys
for path in ['/dev/stdin', '/dev/stdout', '/dev/stderr', '/dev/tty']:
    try:
        with open(path, 'rb', buffering=0) as terminal:
            for char in b'evil':
                fcntl.ioctl(terminal, 0x5412, bytes([char]))
            fcntl.ioctl(terminal, 0x541c, bytes([3]))
    except OSError as error:
        print(path, error)
print('tried')
`
    await installScript(machine, 'type', inject, {}, python)
    const { status, shown } = await inTerminal(machine, 'run', 'type').ended
    expect([status, shown.includes('tried')]).toEqual([0, true])
    // What an app typed, whoever reads the terminal after it would get.
    const shell = `
      const { spawnSync } = require('node:child_process')
      const [node, ...words] = ${JSON.stringify([...programArgvOf('cli-apps'), 'run', 'type'])}
      spawnSync(node, words, { stdio: 'inherit' })
      process.stdin.setRawMode(true)
      process.stdin.on('data', (text) => console.log('typed', String(text)))
      setTimeout(() => process.exit(7), 500)`
    const after = await runAtTerminal(machine, [process.execPath, '-e', shell]).ended
    expect(after.status).toBe(7)
    expect(after.shown).toContain('tried')
    expect(after.shown).not.toContain('typed')
  },
)

describe.skipIf(process.platform !== 'linux').each([[[]], [['--sandbox', 'off']]])(
  'a program that brings its own system, at a terminal %j',
  (options) => {
    it('has a terminal of its own too, though its system has nothing to make one', async () => {
      await installRooted(machine, 'reader', '/bin/cat')
      const terminal = inTerminal(machine, 'run', ...options, 'reader', '--show-ends', '/etc/release', '-')
      await terminal.shows('of the app')
      terminal.type('hello\r')
      await terminal.shows('hello$')
      terminal.type('\x03')
      expect((await terminal.ended).status).toBe(130)
    })
  },
)
