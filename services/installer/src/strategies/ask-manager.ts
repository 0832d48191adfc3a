import path from 'node:path'
import { ProcessError, t, toLine } from '@cli-apps/core'
import { cleanEnvironment, joinOutput, runProcess } from '@cli-apps/core/node'
import type { StrategyHost } from './strategy.ts'

interface Answer {
  exitCode: number | null
  text: string
  complaint: string
}

/** Returns the environment for queries to package managers: English, without secrets. */
export const managerQueryEnvironment = ({ environment }: StrategyHost): Record<string, string> => ({
  ...cleanEnvironment(environment),
  LC_ALL: 'C',
})

/** Returns the output of a read-only command. `env` is added to the environment of all such queries. */
export async function askManager(
  host: StrategyHost,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { exitCode, stdout, stderr } = await runProcess(argv, {
    cwd: path.parse(process.cwd()).root,
    env: { ...managerQueryEnvironment(host), ...env },
    timeout: 60_000,
  })
  return { exitCode, text: joinOutput(stdout), complaint: joinOutput(stderr) }
}

export const noAnswer = (code: string, command: string, { exitCode, complaint }: Answer): ProcessError =>
  new ProcessError(
    code,
    t('ask-manager.failed-exit-status', '{command} failed: exit status {exitCode}.', {
      command,
      exitCode: String(exitCode),
    }),
    {
      hint:
        complaint.trim() === ''
          ? t('ask-manager.hint', 'Nothing was changed.')
          : t('ask-manager.hint.output', 'Output: {complaint}', { complaint: toLine(complaint, 400) }),
    },
  )
