import { cliCall, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption, textOption } from '../../command.ts'
import { addPlaybooks, removePlaybooks } from '../../playbooks/change-playbooks.ts'
import { playbookRegistries } from '../../playbooks/find-playbook.ts'
import type { PlaybookResult } from '../../playbooks/playbook-result.ts'
import { listPlaybooks, showPlaybook } from '../../playbooks/show-playbooks.ts'

export const playbook: Command<PlaybookResult | ChangePlan> = {
  summary: 'Tasks for several apps, step by step (alone: list them)',
  usage: '[show <name> | add <name …> | remove <name …>]',
  completes: [['show', 'add', 'remove']],
  options: { ...registryOption, ...changeOptions },
  async run([verb, ...names], options, context) {
    const registries = await playbookRegistries(context, textOption(options, 'registry'))
    if (verb === undefined) return listPlaybooks(registries, context)
    const [name] = names
    if (verb === 'show' && name !== undefined && names.length === 1)
      return showPlaybook(name, registries, context)
    if (verb === 'add' && names.length > 0) return addPlaybooks([...new Set(names)], options, context)
    if (verb === 'remove' && names.length > 0) return removePlaybooks([...new Set(names)], options, context)
    throw new UsageError(
      'cli.bad-playbook',
      t('cli.bad-playbook', 'Expected: playbook <show|add|remove> and a name.'),
      {
        hint: `${cliCall()} playbook ${playbook.usage}`,
      },
    )
  },
}
