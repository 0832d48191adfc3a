import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { joinOutput, runProcess } from '@cli-apps/core/node'
import { type Machine, programArgvOf } from './cli.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Runs a script in a shell that finds `cli-apps` on PATH; gives the lines that it printed and what it complained of. */
export async function runInShell(
  machine: Machine,
  argv: readonly [string, ...string[]],
): Promise<{ lines: string[]; stderr: string }> {
  const bin = await temporaryFolder()
  const quoted = programArgvOf('cli-apps').map((word) => `'${word}'`)
  await writeFile(path.join(bin, 'cli-apps'), `#!/bin/sh\nexec ${quoted.join(' ')} "$@"\n`)
  await chmod(path.join(bin, 'cli-apps'), 0o755)
  const env = { ...machine.environment, PATH: `${bin}:${machine.environment.PATH}` }
  const { stdout, stderr } = await runProcess([...argv], { cwd: machine.workspace, env })
  return {
    lines: joinOutput(stdout)
      .split('\n')
      .filter((line) => line !== ''),
    stderr: joinOutput(stderr),
  }
}
