import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect } from 'vitest'
import { itSandboxed } from '../../support/sandbox.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { useRunHarness } from '../run-harness.ts'

/* What a program is, or says in its first line, must not decide what is shown to it. */

const harness = useRunHarness({ sandbox: 'workspace' })

async function secretFolder(): Promise<string> {
  const folder = await temporaryFolder()
  const plain = path.join('/tmp', `cli-apps-${path.basename(folder).replace(/\W/g, '')}`)
  await symlink(folder, plain)
  await writeFile(path.join(folder, 'key'), 'secret', { mode: 0o755 })
  return plain
}

/** Installs a program with this text, as a package would, and runs it. */
async function runText(name: string, text: string, argvOf = (file: string): string[] => [file]) {
  const file = path.join(await temporaryFolder(), name)
  await writeFile(file, text, { mode: 0o755 })
  await harness.workspace.install('probe', { argv: argvOf(file) })
  return harness.run({ name: 'probe' })
}

describe('a program whose text refers to files of the user', () => {
  itSandboxed('does not start where a shell would take its text for a script of its own', async () => {
    const secret = await secretFolder()
    for (const line of [
      `#!\n${secret}/key`,
      `#!\r\n${secret}/key\n`,
      `#! \n${secret}\n`,
      `cat ${secret}/key\n`,
    ])
      expect(await runText('tool', `${line}\ncat ${secret}/key`), line).toMatchObject({
        error: { code: 'process.cannot-start' },
      })
    for (const line of [`#!${secret}`, `#!${secret}/key`, '#!/run', `#!/usr/bin/env -S ${secret}/key`])
      expect(await runText('tool', `${line}\n`), line).toMatchObject({
        error: { code: 'host.no-interpreter' },
      })
  })

  itSandboxed('is shown no file that stands among the options of its interpreter', async () => {
    const secret = await secretFolder()
    const text = `#!/usr/bin/env -S node --title ${secret}/key
      try { console.log(require('node:fs').readFileSync('${secret}/key', 'utf8')) } catch (error) { console.log(error.code) }`
    expect(await runText('tool', text)).toMatchObject({ stdout: 'ENOENT\n' })
    const recorded = (file: string): string[] => [process.execPath, '--title', `${secret}/key`, file]
    expect(await runText('tool.cjs', text, recorded)).toMatchObject({ stdout: 'ENOENT\n' })
  })

  itSandboxed('that an app put in the place of a program is shown nothing of what it leads to', async () => {
    const secret = await secretFolder()
    const tools = path.join(harness.workspace.root, 'tools')
    await mkdir(tools, { recursive: true })
    await symlink(process.execPath, path.join(tools, 'node'))
    const script = path.join(tools, 'tool.cjs')
    await writeFile(script, `console.log(require('node:fs').existsSync('${secret}/key'))`)
    await harness.workspace.install('probe', { argv: [path.join(tools, 'node'), script] })
    expect(await harness.run({ name: 'probe' })).toMatchObject({ stdout: 'false\n' })
    await writeFile(path.join(tools, 'package.json'), '{}')
    const linked = path.join(tools, 'linked')
    await symlink(path.join(secret, 'key'), linked)
    await harness.workspace.install('probe', { argv: [path.join(tools, 'node'), linked] })
    expect(await harness.run({ name: 'probe' })).toMatchObject({ exit_code: 1 })
  })
})
