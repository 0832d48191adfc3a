import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findSandboxExec } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function standIn(script: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'sandbox-exec')
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
  return file
}

describe.skipIf(process.platform === 'win32')('findSandboxExec', () => {
  it('has it run a command', async () => {
    const program = await standIn('printf "%s\\n" "$1" "$3" > "$0.log"; shift 2; exec "$@"')
    expect(await findSandboxExec(process.env, program)).toEqual({
      sandbox: { kind: 'sandbox-exec', program },
    })
    expect(await readFile(`${program}.log`, 'utf8')).toBe('-p\n/usr/bin/true\n')
  })

  it('says why it may not', async () => {
    const program = await standIn('echo "sandbox-exec: sandbox_apply: Operation not permitted" >&2; exit 71')
    expect(await findSandboxExec(process.env, program)).toEqual({
      reason: `${program} does not work here: sandbox-exec: sandbox_apply: Operation not permitted`,
    })
  })

  it('says when it is not there', async () => {
    expect((await findSandboxExec(process.env, '/nowhere/sandbox-exec')).reason).toContain('it is not there')
  })
})
