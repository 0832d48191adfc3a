import { chmod, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findBubblewrap, findProgram } from '@cli-apps/core/node'
import { describe, expect, it, vi } from 'vitest'
import { itSandboxed } from '../../../support/sandbox.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const isLinux = process.platform === 'linux'

async function writeScript(file: string, script: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
}

/** A PATH on which `bwrap` is this script. */
async function pathWith(script?: string): Promise<string> {
  const bin = path.join(await temporaryFolder(), 'bin')
  await mkdir(bin)
  const reader = await findProgram('readlink', process.env)
  if (reader !== undefined) await symlink(reader, path.join(bin, 'readlink'))
  if (script !== undefined) await writeScript(path.join(bin, 'bwrap'), script)
  return bin
}

describe.skipIf(!isLinux)('findBubblewrap', () => {
  it('says when bubblewrap is not there', async () => {
    expect(await findBubblewrap({ PATH: await pathWith() })).toEqual({
      reason: 'bwrap (bubblewrap) is not on PATH',
    })
  })

  it('says why when it is there and is not allowed to work', async () => {
    const bin = await pathWith(
      'echo "bwrap: Creating new namespace failed: Operation not permitted" >&2; exit 1',
    )
    expect(await findBubblewrap({ PATH: bin })).toEqual({
      reason: `${path.join(bin, 'bwrap')} does not work here: bwrap: Creating new namespace failed: Operation not permitted`,
    })
  })

  it('does not believe a stand-in that runs the command without isolating it', async () => {
    const bin = await pathWith('while [ "$1" != -- ]; do shift; done; shift; exec "$@"')
    expect((await findBubblewrap({ PATH: bin })).reason).toContain('what it runs is not isolated')
  })

  itSandboxed('manages with one that cannot bound memory', async ({ program }) => {
    const bin = await pathWith(
      `for word; do if [ "$word" = --size ]; then echo "bwrap: Unknown option --size" >&2; exit 1; fi; done; exec ${program} "$@"`,
    )
    expect((await findBubblewrap({ PATH: bin })).sandbox?.boundsMemory).toBe(false)
  })

  itSandboxed('works where readlink reads one link at a time, as that of BusyBox', async ({ program }) => {
    const bin = await pathWith(`exec ${program} "$@"`)
    const reader = await findProgram('readlink', process.env)
    await rm(path.join(bin, 'readlink'))
    await writeScript(path.join(bin, 'readlink'), `[ $# = 1 ] || exit 1\nexec ${reader} "$1"`)
    expect(await findBubblewrap({ PATH: bin })).toMatchObject({ sandbox: { kind: 'bubblewrap' } })
  })

  it('tries once', async () => {
    const bin = await pathWith('echo x >> "$0.log"; exit 1')
    const [first, second] = await Promise.all([findBubblewrap({ PATH: bin }), findBubblewrap({ PATH: bin })])
    expect(second).toBe(first)
    expect(await findBubblewrap({ PATH: bin })).toBe(first)
  })

  itSandboxed('gives one that works, with the links of the system', async (sandbox) => {
    expect(path.isAbsolute(sandbox.program)).toBe(true)
    expect(sandbox.folders).toContain('/usr')
    expect(sandbox.folders.filter((folder) => /^\/(var|run|home|root|tmp)(\/|$)/.test(folder))).toEqual(
      sandbox.folders.filter((folder) => /texmf|fontconfig|current-system|linuxbrew/.test(folder)),
    )
  })

  describe('in a later process', () => {
    const later = async (environment: NodeJS.ProcessEnv) => {
      vi.resetModules()
      const fresh = await import('@cli-apps/core/node')
      return (await fresh.findBubblewrap(environment)).sandbox
    }
    const countingScript = (program: string): string => `echo x >> "$0.log"; exec ${program} "$@"`
    const triesOf = async (bin: string): Promise<number> =>
      (await readFile(path.join(bin, 'bwrap.log'), 'utf8')).trim().split('\n').length

    itSandboxed('does not try again what worked, and knows the same about it', async ({ program }) => {
      const environment = {
        PATH: await pathWith(countingScript(program)),
        CLI_APPS_HOME: await temporaryFolder(),
      }
      const first = await later(environment)
      expect(first).toBeDefined()
      const tries = await triesOf(environment.PATH)
      expect(await later(environment)).toEqual(first)
      expect(await triesOf(environment.PATH)).toBe(tries)
    })

    itSandboxed('tries again when the program was replaced', async ({ program }) => {
      const environment = {
        PATH: await pathWith(countingScript(program)),
        CLI_APPS_HOME: await temporaryFolder(),
      }
      await later(environment)
      await writeFile(path.join(environment.PATH, 'bwrap'), '#!/bin/sh\nexit 1\n')
      expect(await later(environment)).toBeUndefined()
    })

    for (const note of ['{"conditions":', '{"conditions":"x","tried":{}}']) {
      itSandboxed(`tries again when its note says ${note}`, async ({ program }) => {
        const home = await temporaryFolder()
        await mkdir(path.join(home, 'cache'))
        await writeFile(path.join(home, 'cache', 'sandbox.json'), note)
        const bin = await pathWith(countingScript(program))
        expect(await later({ PATH: bin, CLI_APPS_HOME: home })).toBeDefined()
        expect(await triesOf(bin)).toBeGreaterThan(0)
      })
    }

    it('keeps no failure', async () => {
      const home = await temporaryFolder()
      const environment = { PATH: await pathWith('echo x >> "$0.log"; exit 1'), CLI_APPS_HOME: home }
      await later(environment)
      const tries = await triesOf(environment.PATH)
      await later(environment)
      expect(await triesOf(environment.PATH)).toBe(2 * tries)
    })
  })
})
