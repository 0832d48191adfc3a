import { readdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { greetMachine } from '../../support/greet-machine.ts'
import { itSandboxed } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const warning = 'WARNING: no sandbox works here, so apps run with all your permissions'

/** Links to every program of the system but the sandbox. */
async function pathWithoutSandbox(): Promise<string> {
  const folder = await temporaryFolder()
  const names = (await readdir('/usr/bin')).filter((name) => name !== 'bwrap')
  await Promise.all(names.map((name) => symlink(`/usr/bin/${name}`, path.join(folder, name))))
  return [path.dirname(process.execPath), folder].filter((one) => one !== '/usr/bin').join(path.delimiter)
}

describe.skipIf(process.platform !== 'linux')('without a working sandbox', () => {
  it('the first command that starts a program warns a user, once, and doctor each time', async () => {
    const machine = await greetMachine([{ version: '1.0.0' }])
    machine.environment.PATH = await pathWithoutSandbox()
    const { status, stderr } = await machine.cli('install', 'greet', '--yes')
    expect(status, stderr).toBe(0)
    expect(stderr.split(warning)).toHaveLength(2)
    expect((await machine.cli('run', 'greet')).stderr).not.toContain(warning)
    for (let time = 0; time < 2; time++) {
      const doctor = await machine.cli('doctor')
      expect(doctor.stdout + doctor.stderr).toContain('bwrap (bubblewrap) is not on PATH')
    }
  })

  itSandboxed('and nobody is where one does', async () => {
    const machine = await greetMachine([{ version: '1.0.0' }])
    const { stderr } = await machine.cli('install', 'greet', '--yes')
    expect(stderr).not.toContain(warning)
    const doctor = await machine.cli('doctor')
    expect(doctor.stdout + doctor.stderr).not.toContain(warning)
  })
})
