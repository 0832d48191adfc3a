import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import type { DebianArchitecture } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { planRoot } from '../../../services/installer/src/debian/plan-root.ts'
import { runSetup } from '../../../services/installer/src/debian/run-setup.ts'
import { makeAppRoot } from '../../support/app-root.ts'
import { exampleClosure } from '../../support/debian-closure.ts'
import { policiesHere } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const isHere = process.arch === 'x64' && policiesHere.length > 1
const architecture: DebianArchitecture = 'amd64'
const tools = [
  '/bin/bash',
  '/bin/ln',
  '/bin/chmod',
  '/bin/cat',
  '/bin/sleep',
  '/usr/bin/mkfifo',
  '/bin/mv',
  '/bin/rm',
]

/** A root whose `ldconfig` is this script, in a folder with another file, and how its setup ends. */
async function setUp(script: string | ((home: string) => string)) {
  const home = await temporaryFolder()
  const root = await makeAppRoot(path.join(home, 'root'), tools)
  for (const made of ['usr/sbin', 'var/cache/ldconfig', 'proc', 'dev', 'tmp'])
    await mkdir(path.join(root, made), { recursive: true })
  const text = `#!/bin/bash\n${typeof script === 'string' ? script : script(home)}\n`
  await writeFile(path.join(root, 'usr/sbin/ldconfig'), text, { mode: 0o755 })
  await writeFile(path.join(home, 'kept'), 'kept')
  const tree = planRoot([], { links: [], architecture })
  const outcome = await runSetup(exampleClosure({ setup: ['ldconfig'] }), tree, {
    root,
    environment: process.env,
    signal: new AbortController().signal,
    onStep: () => {},
  }).catch((error: unknown) => error)
  return { root, home, outcome }
}

describe.skipIf(!isHere)('a hostile program of a setup step', () => {
  it('changes only the folders of its step', async () => {
    const { root, home, outcome } = await setUp(
      [
        'echo changed > /usr/bin/cat',
        'echo changed > /var/lib/greet/words',
        'rm -f /usr/bin/chmod',
        'mv /etc /moved',
        'echo new > /usr/share/new',
        'echo fine > /etc/ld.so.cache',
        'exit 0',
      ].join('\n'),
    )
    expect(outcome).toBeUndefined()
    expect(await readFile(path.join(root, 'etc/ld.so.cache'), 'utf8')).toBe('fine\n')
    expect(await readFile(path.join(root, 'var/lib/greet/words'), 'utf8')).toBe('hello\n')
    expect((await stat(path.join(root, 'usr/bin/cat'))).size).toBeGreaterThan(10_000)
    await stat(path.join(root, 'usr/bin/chmod'))
    expect(await readdir(path.join(root, 'usr/share'))).not.toContain('new')
    expect(await readdir(home)).toEqual(['kept', 'root'])
  })

  it('sees neither files, variables nor processes of this machine', async () => {
    process.env.SETUP_SECRET = 'secret-value'
    const { root } = await setUp((home) =>
      [
        `cat ${home}/kept ${import.meta.filename} /proc/1/environ > /etc/seen`,
        'echo "[$SETUP_SECRET]" >> /etc/seen',
        'for one in /proc/[0-9]*; do echo "$one" >> /etc/seen; done',
        'exit 0',
      ].join('\n'),
    ).finally(() => delete process.env.SETUP_SECRET)
    const seen = await readFile(path.join(root, 'etc/seen'), 'utf8')
    expect(seen).toContain('[]')
    expect(seen).not.toMatch(/secret-value|kept|describe/)
    expect([...seen.matchAll(/^\/proc\/\d+$/gm)].length).toBeLessThan(5)
  })

  it('reaches no server of this machine', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.end()
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const connect = `exec 3<>/dev/tcp/127.0.0.1/${port}`
    const { root, outcome } = await setUp(
      `echo tried > /etc/tried; (${connect}) && echo reached > /etc/tried; exit 0`,
    )
    server.close()
    expect([outcome, await readFile(path.join(root, 'etc/tried'), 'utf8'), connections]).toEqual([
      undefined,
      'tried\n',
      0,
    ])
  })

  it.each([
    ['a link', 'ln -s /usr/bin/cat /etc/link', 'debian.setup-left'],
    ['a pipe', 'mkfifo /etc/pipe', 'debian.setup-left'],
    ['a link in place of a folder', 'rm -rf /etc/ssl; ln -s / /etc/ssl', 'debian.setup-left'],
    ['a file that runs as its owner', 'echo x > /etc/mine; chmod 4755 /etc/mine', 'debian.setup-left'],
    ['a failure', 'echo broken >&2; exit 3', 'debian.setup-failed'],
  ])('ends the install if it leaves %s', async (_, script, code) => {
    const { outcome } = await setUp(script)
    expect(outcome).toMatchObject({ code })
  })

  it('takes along what it started in the background', async () => {
    const { root, outcome } = await setUp('(sleep 1; echo late > /etc/late) & exit 0')
    expect(outcome).toBeUndefined()
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await readdir(path.join(root, 'etc'))).not.toContain('late')
  })
})
