import path from 'node:path'
import { ProcessError, t, toLine } from '@cli-apps/core'
import { cleanEnvironment, joinOutput, runProcess } from '@cli-apps/core/node'
import type { StrategyHost } from './strategy.ts'

interface Answer {
  exitCode: number | null
  text: string
  complaint: string
}

/** What questions to package managers run in: English, no secrets. */
export const managerQueryEnvironment = ({ environment }: StrategyHost): Record<string, string> => ({
  ...cleanEnvironment(environment),
  LC_ALL: 'C',
})

/** What a command that only reads says. `env` goes beyond the environment that all such questions get. */
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
