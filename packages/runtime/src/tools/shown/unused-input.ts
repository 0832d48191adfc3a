import type { InstalledApp } from '../../installed-apps.ts'

/** What of the input of `run_cli_app` no installed app takes: one app is hardly ever piped into itself. */
export function unusedInput(apps: readonly InstalledApp[]): string[] {
  const records = apps.flatMap(({ record }) => record ?? [])
  const hasPrograms = records.some(({ programs = {} }) => Object.keys(programs).length > 0)
  const hasTrees = records.some(
    ({ commands, programs = {} }) =>
      commands !== undefined || Object.values(programs).some((one) => one.commands !== undefined),
  )
  return [
    ...(hasPrograms ? [] : ['program']),
    ...(hasTrees ? [] : ['command', 'input']),
    ...(apps.length > 1 ? [] : ['pipe']),
    ...(records.some(({ manifest }) => manifest.run?.json !== undefined) ? [] : ['json']),
  ]
}
