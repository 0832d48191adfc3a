import { ProcessError } from '@cli-apps/core'
import { joinOutput, runProcess } from '@cli-apps/core/node'

/** Returns a program's output. Throws `ProcessError` with the end of its error output if it fails. */
export async function outputOf(argv: readonly string[]): Promise<string> {
  const result = await runProcess(argv, {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 900_000,
  })
  if (result.exitCode === 0) return joinOutput(result.stdout)
  throw new ProcessError('catalog.command-failed', `${argv.join(' ')} failed.`, {
    hint: `${joinOutput(result.stderr)}${joinOutput(result.stdout)}`.trim().split('\n').slice(-3).join(' '),
  })
}
