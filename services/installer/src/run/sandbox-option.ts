import { t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { type InstallerOption, textOption } from '../command.ts'

export const sandboxOption = {
  sandbox: {
    type: 'string',
    value: 'POLICY',
    description: 'Run with this sandbox policy: off, workspace or strict',
  },
} as const satisfies Record<string, InstallerOption>

const policies = ['off', 'workspace', 'strict'] as const

/** The policy, if one is given. Throws `UsageError` `cli.bad-sandbox`. */
export function sandboxPolicy(options: OptionValues): { sandbox?: (typeof policies)[number] } {
  const text = textOption(options, 'sandbox')
  if (text === undefined) return {}
  const sandbox = policies.find((policy) => policy === text)
  if (sandbox !== undefined) return { sandbox }
  throw new UsageError(
    'cli.bad-sandbox',
    t('cli.bad-sandbox', '--sandbox {text} is not a valid policy.', { text: JSON.stringify(text) }),
    {
      hint: t('cli.bad-sandbox.hint', 'Use off, workspace or strict.'),
    },
  )
}
