import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  appRootAmong,
  appRootFolder,
  type BubblewrapSandbox,
  joinOutput,
  type ProcessResult,
  readAppRoot,
  resolvePolicy,
  rootPath,
  runProcess,
  wrapCommand,
  wrapRoot,
} from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { makeAppRoot } from '../../../support/app-root.ts'
import { itSandboxed } from '../../../support/sandbox.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const programs = ['/bin/sh', '/bin/cat', '/bin/ls'] as const
const env = { PATH: rootPath }

/** Runs a command of a root, in the sandbox, with a folder that it may change. */
async function runIn(
  folder: string,
  script: string,
  { sandbox, writable = [] }: { sandbox: BubblewrapSandbox; writable?: readonly string[] },
): Promise<ProcessResult> {
  const policy = resolvePolicy({
    cwd: writable[0] ?? '/',
    readable: [],
    writable,
    scratch: [],
    network: 'none',
  })
  const argv = [path.join(folder, 'usr/bin/sh'), '-c', script]
  const root = readAppRoot(folder, policy.writable)
  return runProcess(wrapCommand(argv, { ...policy, root }, sandbox), { cwd: '/', env, timeout: 30_000 })
}

const said = ({ stdout, stderr }: ProcessResult): string => joinOutput(stdout) + joinOutput(stderr)

describe('a program with a root of its own', () => {
  itSandboxed('sees its own system, and this machine only where it has to', async (sandbox) => {
    const folder = await makeAppRoot(await temporaryFolder(), programs)
    const result = await runIn(
      folder,
      'cat /etc/release /var/lib/greet/words; ls /usr /etc; cat /etc/passwd',
      {
        sandbox,
      },
    )
    const text = said(result)
    expect(text).toMatch(/^of the app\nhello\n/)
    expect(text.split('\n')).toEqual(expect.arrayContaining(['bin', 'lib', 'passwd', 'release']))
    expect(text).toContain(await readFile('/etc/passwd', 'utf8'))
    expect(text).not.toMatch(/^(sbin|include|src|shadow|apt)$/m)
  })

  itSandboxed('cannot change it', async (sandbox) => {
    const folder = await makeAppRoot(await temporaryFolder(), programs)
    for (const at of ['/usr/x', '/etc/release', '/var/x', '/x']) {
      const { exitCode } = await runIn(folder, `echo x > ${at}`, { sandbox })
      expect(exitCode, at).not.toBe(0)
    }
    expect(await readFile(path.join(folder, 'etc/release'), 'utf8')).toBe('of the app\n')
  })

  itSandboxed('works in a folder that lies below one of its own', async (sandbox) => {
    const folder = await makeAppRoot(await temporaryFolder(), programs)
    const own = await temporaryFolder('/var/tmp')
    const result = await runIn(folder, 'cat /var/lib/greet/words > made; ls /var/lib', {
      sandbox,
      writable: [own],
    })
    expect(said(result)).toBe('greet\n')
    expect(await readFile(path.join(own, 'made'), 'utf8')).toBe('hello\n')
  })

  itSandboxed('is assembled also where nothing is isolated', async ({ program }) => {
    const folder = await makeAppRoot(await temporaryFolder(), programs)
    const cwd = await temporaryFolder()
    const root = readAppRoot(folder, [cwd])
    const argv = [
      path.join(folder, 'usr/bin/sh'),
      '-c',
      'cat /etc/release; ls /usr; echo "$$" > made; ls /dev/pts /run',
    ]
    const words = wrapRoot(argv, { program, root, places: [] }, cwd)
    const text = said(await runProcess(words, { cwd, env, timeout: 30_000 }))
    expect(text).toMatch(/^of the app\n/)
    expect(text).not.toMatch(/^include$/m)
    // Its number is that of this machine: there is no namespace for processes.
    expect(Number(await readFile(path.join(cwd, 'made'), 'utf8'))).toBeGreaterThan(50)
  })

  it('shows a file of the machine only where the root leaves a place for it', async () => {
    const folder = await makeAppRoot(await temporaryFolder(), [])
    await writeFile(path.join(folder, 'etc/hosts'), '127.0.0.1 of-the-app\n')
    await rm(path.join(folder, 'etc/group'))
    const { binds } = readAppRoot(folder)
    const shown = binds.map(({ at }) => at)
    expect(shown).toContain('/etc/passwd')
    expect(shown).not.toContain('/etc/hosts')
    expect(shown).not.toContain('/etc/group')
  })

  it('never takes the devices, processes and homes of a root', async () => {
    const folder = await makeAppRoot(await temporaryFolder(), [])
    for (const name of ['dev', 'proc', 'sys', 'tmp', 'run', 'home', 'root'])
      await mkdir(path.join(folder, name))
    expect(readAppRoot(folder).binds.map(({ at }) => at)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^\/(dev|proc|sys|tmp|run|home|root)$/)]),
    )
  })

  it('is one that a record of Debian names, and no program beside it', async () => {
    expect(appRootFolder({ method: 'debian', store: '/s/jq/1/k' })).toBe('/s/jq/1/k/prefix/root')
    expect(appRootFolder({ method: 'npm', store: '/s/jq/1/k' })).toBeUndefined()
    expect(appRootFolder({ method: 'debian', store: null })).toBeUndefined()
    expect(appRootAmong(['/s/jq/1/k/prefix'], ['/s/jq/1/k/prefix/root/usr/bin/jq'])).toBe(
      '/s/jq/1/k/prefix/root',
    )
    expect(appRootAmong(['/s/jq/1/k/prefix'], ['/s/jq/1/k/prefix/app/jq'])).toBeUndefined()
  })

  it('keeps the links at its top', async () => {
    const folder = await makeAppRoot(await temporaryFolder(), [])
    await symlink('usr/sbin', path.join(folder, 'sbin'))
    expect(readAppRoot(folder).links).toEqual(
      expect.arrayContaining([
        { at: '/bin', to: 'usr/bin' },
        { at: '/sbin', to: 'usr/sbin' },
      ]),
    )
  })
})
