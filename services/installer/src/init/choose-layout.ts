import { SkillLayout, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { listInstalled, readWorkspaceFile } from '@cli-apps/core/node'
import { type InstallerOption, textOption } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { askPerson, canAsk } from '../ui/prompt.ts'

const layouts = SkillLayout.options

export const layoutOption = {
  skills: {
    type: 'string',
    value: 'LAYOUT',
    description: 'Skills of agents: "umbrella" (one that names all apps) or "per-app"',
    completes: layouts,
  },
} as const satisfies Record<string, InstallerOption>

/** With more apps than this, their descriptions fill what agents read of all skills before they choose one. */
const manyApps = 10

/** Whether so many apps are installed, and nobody has chosen a layout yet. */
export async function isLayoutOpen({ workspace }: Pick<CommandContext, 'workspace'>): Promise<boolean> {
  const { skills } = await readWorkspaceFile(workspace)
  return skills?.layout === undefined && (await listInstalled(workspace)).length > manyApps
}

/**
 * Returns the layout of `--skills`, or what a person answers where many apps are installed; `undefined` if it stays. Throws
 * `UsageError` `init.bad-layout`.
 */
export async function chooseLayout(
  options: OptionValues,
  context: CommandContext,
): Promise<SkillLayout | undefined> {
  const word = textOption(options, 'skills')
  if (word !== undefined) return parseLayout(word)
  if (options.yes === true || options['dry-run'] === true || !canAsk(context)) return undefined
  if (!(await isLayoutOpen(context))) return undefined
  const { length: count } = await listInstalled(context.workspace)
  const question = t(
    'init.ask-umbrella',
    '{count} apps are installed. Should agents find one skill that names all of them, in place of one for each?',
    { count },
  )
  return (await askPerson(question, context)) ? 'umbrella' : undefined
}

function parseLayout(word: string): SkillLayout {
  const parsed = SkillLayout.safeParse(word)
  if (parsed.success) return parsed.data
  throw new UsageError(
    'init.bad-layout',
    t('init.bad-layout', 'Unknown layout of skills: {word}.', { word: JSON.stringify(word) }),
    { hint: t('init.bad-layout.hint', 'Use {layouts}.', { layouts: layouts.join(' or ') }) },
  )
}
