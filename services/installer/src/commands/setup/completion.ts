import { cliCall, t, UsageError } from '@cli-apps/core'
import type { Command } from '../../command.ts'
import type { CompletionResult } from '../../completion/completion-result.ts'
import { completionScripts } from '../../completion/scripts.ts'

export const completion: Command<CompletionResult> = {
  summary: 'Print a shell completion script for commands, options and app names',
  usage: 'bash | zsh | fish',
  completes: [['bash', 'zsh', 'fish'], []],
  options: {},
  async run(args) {
    const [word, ...more] = args
    const shell = (['bash', 'zsh', 'fish'] as const).find((known) => known === word)
    if (shell === undefined || more.length > 0)
      throw new UsageError('cli.bad-shell', t('cli.bad-shell', 'Missing shell name.'), {
        hint: `${cliCall()} completion bash | zsh | fish`,
      })
    const script = completionScripts[shell]
    return { value: { shell, script }, text: script, isVerbatim: true }
  },
}
