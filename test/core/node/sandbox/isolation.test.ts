import { randomUUID } from 'node:crypto'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import {
  type BubblewrapSandbox,
  exists,
  joinOutput,
  type ProcessResult,
  readProgramFolders,
  resolvePolicy,
  runProcess,
  type SandboxPolicy,
  sandboxResult,
  wrapCommand,
} from '@cli-apps/core/node'
import { describe, expect, onTestFinished } from 'vitest'
import { processesWith } from '../../../support/processes-with.ts'
import { itSandboxed } from '../../../support/sandbox.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

/** Runs a command in the sandbox, in front of which `before` may stand. */
async function run(
  argv: readonly string[],
  sandbox: BubblewrapSandbox,
  change: Partial<SandboxPolicy> = {},
  before: readonly string[] = [],
): Promise<ProcessResult> {
  const cwd = change.cwd ?? '/'
  const policy = resolvePolicy({
    readable: await readProgramFolders([process.execPath]),
    writable: [],
    scratch: [],
    network: 'none',
    ...change,
    cwd,
  })
  const env = { PATH: process.env.PATH ?? '', SECRET: 'kept' }
  const result = await runProcess([...before, ...wrapCommand(argv, policy, sandbox)], {
    cwd,
    env,
    timeout: 30_000,
  })
  return sandboxResult(result, argv, sandbox)
}

const sh = (script: string, ...args: string[]): string[] => ['/bin/sh', '-c', script, 'sh', ...args]
const said = (result: ProcessResult): string => joinOutput(result.stdout) + joinOutput(result.stderr)

/** A script in a folder. */
async function script(folder: string, name: string, body: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  return path.join(folder, name)
}

describe('a program in the sandbox', () => {
  itSandboxed('cannot change the system', async (sandbox) => {
    const folder = await temporaryFolder()
    for (const at of ['/usr/x', '/etc/x', '/x', path.join(folder, 'x')])
      expect((await run(sh('echo x > "$1"', at), sandbox, { readable: [folder] })).exitCode, at).not.toBe(0)
    expect(await exists(path.join(folder, 'x'))).toBe(false)
  })

  itSandboxed('keeps no privilege to undo that, even as root', async (sandbox) => {
    const result = await run(
      sh(
        'grep ^CapEff /proc/self/status; mount -o remount,rw,bind /usr && echo remounted; : > /proc/sys/kernel/domainname && echo set',
      ),
      sandbox,
    )
    expect(joinOutput(result.stdout)).toMatch(/^CapEff:\s+0+\n$/)
  })

  itSandboxed('sees no other home, no temporary file and no socket of a service', async (sandbox) => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'secret'), 'x')
    const result = await run(
      sh('cat "$1"; ls -A /tmp /home /root /run /var', path.join(folder, 'secret')),
      sandbox,
    )
    expect(
      joinOutput(result.stdout)
        .replace(/^\/.*:$|cache|lib|^\s*$/gm, '')
        .trim(),
    ).toBe('')
  })

  itSandboxed('has the environment that it was given', async (sandbox) => {
    expect(said(await run(sh('echo $SECRET'), sandbox))).toBe('kept\n')
  })

  itSandboxed('reaches a server of this machine only with the network of this machine', async (sandbox) => {
    const server = createServer((_, response) => response.end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const ask = [
      process.execPath,
      '-e',
      `fetch('http://127.0.0.1:${port}').then((r) => r.text()).then(console.log, () => process.exit(7))`,
    ]
    expect((await run(ask, sandbox)).exitCode).toBe(7)
    expect(said(await run(ask, sandbox, { network: 'host' }))).toBe('hello\n')
  })

  itSandboxed('writes to the folders that are named, in the working folder', async (sandbox) => {
    const folder = await temporaryFolder()
    const policy = { cwd: folder, writable: [folder] }
    expect(said(await run(sh('pwd; echo x > made; echo y > /tmp/made'), sandbox, policy))).toBe(`${folder}\n`)
    expect(await readFile(path.join(folder, 'made'), 'utf8')).toBe('x\n')
    expect(await exists('/tmp/made')).toBe(false)
  })

  itSandboxed('finds an empty home where its own is hidden', async (sandbox) => {
    const home = await temporaryFolder()
    await writeFile(path.join(home, 'secret'), 'x')
    expect(said(await run(sh('ls -A "$1"; mkdir "$1/.config"', home), sandbox, { scratch: [home] }))).toBe('')
    expect(await exists(path.join(home, '.config'))).toBe(false)
  })

  itSandboxed(
    'runs from a store in the home that is the workspace, and cannot change it',
    async (sandbox) => {
      const home = await temporaryFolder()
      const store = path.join(home, '.store', 'app 1')
      const program = await script(
        path.join(store, 'bin'),
        'app',
        'echo x > "$0.new" || echo kept; echo y > out',
      )
      const policy = { cwd: home, writable: [home], readable: [store] }
      expect(said(await run([program], sandbox, policy))).toContain('kept')
      expect(await readFile(path.join(home, 'out'), 'utf8')).toBe('y\n')
      expect(await exists(`${program}.new`)).toBe(false)
    },
  )

  itSandboxed('is found through links of folders, and so is the folder it works in', async (sandbox) => {
    const folder = await temporaryFolder()
    const program = await script(path.join(folder, 'real', 'bin'), 'app', 'echo ran in "$(pwd)"')
    await mkdir(path.join(folder, 'data'))
    await symlink('real', path.join(folder, 'short'))
    await symlink(path.join(folder, 'data'), path.join(folder, 'work'))
    const named = program.replace('/real/', '/short/')
    const result = await run([named], sandbox, {
      cwd: path.join(folder, 'work'),
      readable: await readProgramFolders([named]),
      writable: [path.join(folder, 'work')],
    })
    expect(said(result)).toBe(`ran in ${path.join(folder, 'data')}\n`)
  })

  itSandboxed('ends with what it left running', async (sandbox) => {
    const folder = await temporaryFolder()
    const policy = { cwd: folder, writable: [folder] }
    const mark = randomUUID()
    const daemon = `MARK=${mark} setsid sh -c "echo x > alive; while :; do sleep 1; done" >/dev/null 2>&1 &`
    const result = await run(sh(`${daemon} while ! [ -s alive ]; do sleep 0.01; done`), sandbox, policy)
    expect(result.exitCode).toBe(0)
    expect(await processesWith(mark)).toEqual([])
  })

  itSandboxed('tells its death by a signal, and every other status as it is', async (sandbox) => {
    expect(await run(sh('kill -SEGV $$'), sandbox)).toMatchObject({ exitCode: null, signal: 'SIGSEGV' })
    for (const status of [0, 1, 127, 129, 143])
      expect(await run(sh(`exit ${status}`), sandbox)).toMatchObject({ exitCode: status, signal: null })
  })

  itSandboxed('that cannot be started is an error, not its answer', async (sandbox) => {
    await expect(run(['/nowhere/app'], sandbox)).rejects.toMatchObject({ code: 'process.cannot-start' })
    const folder = await temporaryFolder()
    await expect(run(sh('true'), sandbox, { cwd: folder })).rejects.toMatchObject({ code: 'sandbox.failed' })
  })

  itSandboxed('may be bubblewrap itself, which answers for itself', async (sandbox) => {
    expect(await run([sandbox.program, '--no-such-option'], sandbox)).toMatchObject({ exitCode: 1 })
  })

  itSandboxed('is isolated inside other namespaces, and for a user without privileges', async (sandbox) => {
    if (process.getuid?.() !== 0) return
    const nested = ['unshare', '--net', '--pid', '--fork', '--mount-proc', '--']
    expect(said(await run(sh('echo inside'), sandbox, {}, nested))).toBe('inside\n')
    const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
    const result = await run(sh('id -u'), { ...sandbox, isRoot: false }, {}, nobody)
    expect(said(result)).toBe('65534\n')
  })
})
