import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { InstallRecord } from '@cli-apps/core'
import { appsHome, cleanEnvironment, joinOutput, rootPath } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { openConfiner } from '../../../packages/runtime/src/sandbox/open-confiner.ts'
import { runConfined } from '../../../packages/runtime/src/sandbox/run-confined.ts'
import type { FindSandbox } from '../../../packages/runtime/src/sandbox/sandbox-search.ts'
import { makeAppRoot } from '../../support/app-root.ts'
import { itSandboxed, policiesHere } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

describe('a program that brings its own system', () => {
  const programs = ['/bin/sh', '/bin/cat'] as const
  /** Installed by the method that makes such roots. */
  const rooted = async (access: object = {}): Promise<InstallRecord> => {
    const store = await temporaryFolder()
    const folder = await makeAppRoot(path.join(store, 'prefix', 'root'), programs)
    const record = await harness.workspace.install('probe')
    const manifest = { ...record.manifest, requires: { access } }
    return { ...record, manifest, method: 'debian', store, argv: [path.join(folder, 'usr/bin/sh')] }
  }
  const within = (setting: unknown, find?: FindSandbox) =>
    openConfiner(setting, {
      workspace: harness.workspace,
      own: process.env,
      environment: cleanEnvironment(process.env),
      home: appsHome(process.env),
      ...(find && { find }),
    })

  const here = policiesHere.length > 1 ? policiesHere : []
  it.each(here)('sees that system with the policy %s', async (setting) => {
    const record = await rooted()
    const { root: cwd } = harness.workspace
    const { confinement, environment } = await within(setting).confine(record, cwd)
    const argv = [...record.argv, '-c', 'cat /etc/release; echo here > made; cat /proc/self/environ']
    const { result } = await runConfined(argv, confinement, { cwd, env: { ...environment }, timeout: 30_000 })
    const said = joinOutput(result.stdout)
    expect(said).toMatch(/^of the app\n/)
    expect(said).toContain(`PATH=${rootPath}`)
    expect(await readFile(path.join(cwd, 'made'), 'utf8')).toBe('here\n')
  })

  itSandboxed('is not limited to hosts, so it is refused where its app declares them', async () => {
    const record = await rooted({ network: { hosts: ['example.org'] } })
    await expect(within(undefined).confine(record, harness.workspace.root)).rejects.toMatchObject({
      code: 'sandbox.network-not-limited',
      message: expect.stringContaining('its own system'),
    })
  })

  itSandboxed('needs bubblewrap: another sandbox cannot assemble it', async () => {
    const sandbox = { kind: 'sandbox-exec', program: '/usr/bin/sandbox-exec' } as const
    const confiner = within('workspace', async () => ({ sandbox }))
    await expect(confiner.confine(await rooted(), harness.workspace.root)).rejects.toMatchObject({
      code: 'sandbox.no-root',
      hint: expect.stringContaining('another method'),
    })
  })
})
