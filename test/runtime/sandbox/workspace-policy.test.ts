import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { itSandboxed } from '../../support/sandbox.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness({ sandbox: 'workspace' })

const write = (file: string): string => `
  import { writeFileSync } from 'node:fs'
  try { writeFileSync(${JSON.stringify(file)}, 'x'); console.log('written') } catch (error) { console.log(error.code) }`

describe('an app in the policy "workspace"', () => {
  itSandboxed('works in the workspace', async () => {
    expect(await harness.runScript(write('made.txt'))).toMatchObject({ ok: true, stdout: 'written\n' })
    expect(await readFile(path.join(harness.workspace.root, 'made.txt'), 'utf8')).toBe('x')
  })

  itSandboxed(
    'has a home of its own that stays, that nobody else may read, and that no other app sees',
    async () => {
      const script = `
      import { readdirSync, writeFileSync } from 'node:fs'
      import path from 'node:path'
      import { homedir } from 'node:os'
      console.log(readdirSync(homedir()).join(), readdirSync(path.dirname(homedir())).length)
      writeFileSync(path.join(homedir(), 'login'), 'token')`
      expect(await harness.runScript(script)).toMatchObject({ stdout: ' 1\n' })
      expect(await harness.runScript(script)).toMatchObject({ stdout: 'login 1\n' })
      await harness.workspace.install('other', { script })
      expect(await harness.run({ name: 'other' })).toMatchObject({ stdout: ' 1\n' })
      const data = path.join(process.env.CLI_APPS_HOME ?? '', 'data')
      const [own = ''] = await readdir(data)
      expect((await stat(path.join(data, own))).mode & 0o777).toBe(0o700)
    },
  )

  itSandboxed('cannot write what decides about later runs', async () => {
    const { root } = harness.workspace
    await mkdir(path.join(root, '.git', 'hooks'), { recursive: true })
    await mkdir(path.join(root, 'skills'), { recursive: true })
    for (const file of ['cli-apps.json', 'cli-apps.lock', '.git/config'])
      await writeFile(path.join(root, file), '{}')
    const guarded = ['.cli-apps/apps/x.json', 'skills/x.md', '.git/hooks/pre-commit', 'cli-apps.json']
    for (const file of [...guarded, 'cli-apps.lock', '.git/config'])
      expect(await harness.runScript(write(file)), file).toMatchObject({ stdout: 'EROFS\n' })
    const move = `
      import { renameSync } from 'node:fs'
      try { renameSync('.cli-apps', 'moved'); console.log('moved') } catch (error) { console.log(error.code) }`
    expect(await harness.runScript(move)).toMatchObject({ stdout: 'EBUSY\n' })
  })

  itSandboxed('is asked to end before it is ended', async () => {
    const script = `
      process.on('SIGTERM', () => { console.log('saved'); process.exit(7) })
      console.log('begun'); setInterval(() => {}, 1000)`
    // Enough for a program to start on a busy machine.
    expect(await harness.runScript(script, { timeout: 5 })).toMatchObject({
      timed_out: true,
      stdout: 'begun\nsaved\n',
      exit_code: 7,
    })
  })

  itSandboxed('that obeys has ended by that signal', async () => {
    expect(await harness.runScript('setInterval(() => {}, 1000)', { timeout: 1 })).toMatchObject({
      timed_out: true,
      exit_code: null,
      signal: 'SIGTERM',
    })
  })

  itSandboxed('that crashed says by which signal, and that cannot be started is an error', async () => {
    expect(await harness.runScript('process.kill(process.pid, "SIGSEGV")')).toMatchObject({
      ok: true,
      exit_code: null,
      signal: 'SIGSEGV',
    })
    await harness.workspace.install('broken', { argv: ['/etc/passwd'] })
    expect(await harness.run({ name: 'broken' })).toMatchObject({
      ok: false,
      error: { code: 'process.cannot-start' },
    })
  })
})
