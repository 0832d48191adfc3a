import { MethodKind, UsageError } from '@cli-apps/core'
import { listOption, type OptionSpec, type OptionValues, textOption } from '../command.ts'
import type { Allowances } from '../strategies/strategy.ts'

/** Options of every command that puts programs in place. */
export const placeOptions = {
  'allow-scripts': {
    type: 'string',
    value: 'PACKAGES',
    description: 'Packages whose install scripts may run, separated by commas',
  },
  'allow-builds': {
    type: 'string',
    value: 'PACKAGES',
    description: 'Packages that may be built from source here, separated by commas',
  },
  'allow-sources': {
    type: 'string',
    value: 'URLS',
    description: 'Git repositories and archives that packages may come from, separated by commas',
  },
  'allow-general': {
    type: 'boolean',
    description: 'Take an app that is a shell, an interpreter or the like',
  },
  jobs: { type: 'string', value: 'N', description: 'Programs put in place at a time' },
} as const satisfies Record<string, OptionSpec>

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
  throw new UsageError('cli.bad-jobs', `--jobs takes a number from 1 to 99, not ${JSON.stringify(text)}.`, {
    hint: '--jobs 1 puts one program in place after the other.',
  })
}

/** `--method`. Throws `UsageError` `cli.bad-method`. */
export function readMethod(options: OptionValues): MethodKind | undefined {
  const text = textOption(options, 'method')
  if (text === undefined) return undefined
  const parsed = MethodKind.safeParse(text)
  if (parsed.success) return parsed.data
  throw new UsageError('cli.bad-method', `${JSON.stringify(text)} is no kind of method.`, {
    hint: `There are ${MethodKind.options.join(', ')}.`,
  })
}
