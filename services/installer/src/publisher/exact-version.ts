import { type AppName, EntryVersion, parseAppName, t, UsageError } from '@cli-apps/core'

/** Parses the single `name@version` argument of a command. */
export function parseExactVersion(
  args: readonly string[],
  command: string,
): { name: AppName; version: string } {
  const [word = '', ...more] = args
  const at = word.indexOf('@')
  const version = word.slice(at + 1)
  if (at > 0 && more.length === 0 && EntryVersion.safeParse(version).success)
    return { name: parseAppName(word.slice(0, at)), version }
  throw new UsageError(
    'cli.missing-version',
    t('cli.missing-version', 'Expected one app with an exact version.'),
    {
      hint: t(
        'cli.missing-version.hint',
        'Run: cli-apps {command} <name>@<version>, for example prettier@3.6.2',
        { command },
      ),
    },
  )
}
