import { MethodKind, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { type InstallerOption, listOption, textOption } from '../../command.ts'
import type { Allowances } from '../../strategies/strategy.ts'

/** Options of every command that puts programs in place. */
export const placeOptions = {
  'allow-scripts': {
    type: 'string',
    value: 'PACKAGES',
    description: 'Allow install scripts of these packages (comma-separated)',
  },
  'allow-builds': {
    type: 'string',
    value: 'PACKAGES',
    description: 'Allow these packages to be built from source (comma-separated)',
  },
  'allow-sources': {
    type: 'string',
    value: 'URLS',
    description: 'Allow packages from these git or archive URLs (comma-separated)',
  },
  'allow-general': {
    type: 'boolean',
    description: 'Allow apps that run other programs, such as a shell',
  },
  verbose: { type: 'boolean', description: 'Show every file and command of the plan' },
  jobs: { type: 'string', value: 'N', description: 'Install this many programs in parallel' },
} as const satisfies Record<string, InstallerOption>

/** What a person allowed beyond agreeing to the plan. */
export const readAllowances = (options: OptionValues): { allowGeneral: boolean; allowed: Allowances } => ({
  allowGeneral: options['allow-general'] === true,
  allowed: {
    scripts: listOption(options, 'allow-scripts'),
    builds: listOption(options, 'allow-builds'),
    sources: listOption(options, 'allow-sources'),
    general: options['allow-general'] === true,
  },
})

/** `--jobs`, for the options of an install. Throws `UsageError` `cli.bad-jobs`. */
export function readJobs(options: OptionValues): { jobs?: number } {
  const text = textOption(options, 'jobs')
  if (text === undefined) return {}
  if (/^[1-9]\d?$/.test(text)) return { jobs: Number(text) }
  throw new UsageError(
    'cli.bad-jobs',
    t('cli.bad-jobs', '--jobs takes a number from 1 to 99, not {text}.', { text: JSON.stringify(text) }),
    {
      hint: t('cli.bad-jobs.hint', 'Pass --jobs 1 to install one program after the other.'),
    },
  )
}

/** `--method`. Throws `UsageError` `cli.bad-method`. */
export function readMethod(options: OptionValues): MethodKind | undefined {
  const text = textOption(options, 'method')
  if (text === undefined) return undefined
  const parsed = MethodKind.safeParse(text)
  if (parsed.success) return parsed.data
  throw new UsageError(
    'cli.bad-method',
    t('cli.bad-method', '{text} is not a valid install method.', { text: JSON.stringify(text) }),
    {
      hint: t('cli.bad-method.hint', 'Use one of: {options}.', { options: MethodKind.options.join(', ') }),
    },
  )
}
