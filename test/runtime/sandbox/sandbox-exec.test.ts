import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { appsHome, cleanEnvironment, type Sandbox } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { openConfiner } from '../../../packages/runtime/src/sandbox/open-confiner.ts'
import { runConfined } from '../../../packages/runtime/src/sandbox/run-confined.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { useRunHarness } from '../run-harness.ts'

const harness = useRunHarness()

/** Runs the command unchanged and prints the profile on stderr. */
async function standIn(): Promise<Sandbox> {
  const program = path.join(await temporaryFolder(), 'sandbox-exec')
  await writeFile(program, '#!/bin/sh\nprintf "%s" "$2" >&2; shift 2; exec "$@"\n')
  await chmod(program, 0o755)
  return { kind: 'sandbox-exec', program }
}

const confinerWith = (sandbox: Sandbox, setting: unknown) =>
  openConfiner(setting, {
    workspace: harness.workspace,
    own: process.env,
    environment: cleanEnvironment(process.env),
    home: appsHome(process.env),
    find: async () => ({ sandbox }),
  })

describe.skipIf(process.platform === 'win32')('an app under sandbox-exec', () => {
  it('has a temporary folder that is removed after the run', async () => {
    const record = await harness.workspace.install('probe', {
      script:
        'import fs from "node:fs"; fs.writeFileSync(process.env.TMPDIR + "/x", ""); console.log(process.env.TMPDIR)',
    })
    const confiner = confinerWith(await standIn(), { policy: 'workspace', network: 'none' })
    const { confinement, environment } = await confiner.confine(record, harness.workspace.root)
    const { result } = await runConfined(record.argv, confinement, {
      cwd: harness.workspace.root,
      env: environment,
    })
    const folder = result.stdout.head.trim()
    expect(result.exitCode).toBe(0)
    expect(folder).toBe(environment.TMPDIR)
    expect(existsSync(folder)).toBe(false)
    for (const written of [folder, environment.HOME, harness.workspace.root])
      expect(result.stderr.head).toContain(`(allow file-read* file-write* (subpath "${written}"))`)
    expect(result.stderr.head).toContain(`(deny file-write* (subpath "${harness.workspace.state}"))`)
  })

  it('is refused in "strict", which requires unsupported limits', async () => {
    const record = await harness.workspace.install('probe')
    const confiner = confinerWith(await standIn(), 'strict')
    await expect(confiner.confine(record, harness.workspace.root)).rejects.toMatchObject({
      code: 'sandbox.unavailable',
      message: expect.stringContaining('sandbox-exec cannot limit memory, processes and processor time'),
    })
  })
})
