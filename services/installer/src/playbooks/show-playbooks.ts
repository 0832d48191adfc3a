import { type FoundPlaybook, localized, readerLocale, stepCall, t } from '@cli-apps/core'
import { listInstalled } from '@cli-apps/core/node'
import type { CommandResult } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { callText } from '../search/result-text.ts'
import { findPlaybook, foundPlaybook, listFoundPlaybooks } from './find-playbook.ts'
import { ownPlaybook } from './playbook-changes.ts'
import type { PlaybookResult } from './playbook-result.ts'

type Result = Promise<CommandResult<PlaybookResult>>

type Shown = PlaybookResult['playbooks'][number]

/** Lists every playbook of these registries. */
export async function listPlaybooks(registries: readonly string[], context: CommandContext): Result {
  const found = await listFoundPlaybooks(registries, context)
  const shown = await Promise.all(found.map((one) => shownPlaybook(one, context)))
  const lines = shown.map(
    (one) =>
      `${one.name}  ${localized(one, readerLocale()).task}  (${one.apps.join(', ')})${one.added ? `  [${added()}]` : ''}`,
  )
  return { value: { playbooks: shown }, text: lines.join('\n') }
}

const added = (): string => t('playbook.added', 'skill added')

/** Shows the steps of one. Throws `NotFoundError` `playbook.unknown`. */
export async function showPlaybook(
  name: string,
  registries: readonly string[],
  context: CommandContext,
): Result {
  const { playbook: found } = await findPlaybook(name, registries, context)
  const steps = found.steps.map((step) => ({
    task: localized(step, readerLocale()).task,
    call: stepCall(found, step),
  }))
  const shown = await shownPlaybook(foundPlaybook(found), context)
  const text = [
    `${localized(found, readerLocale()).task}${shown.added ? `  [${added()}]` : ''}`,
    ...steps.flatMap(({ task, call }, at) => [`  ${at + 1}. ${task}`, `     ${callText(call)}`]),
    ...(shown.missing.length === 0 ? [] : [missingText(shown.missing)]),
  ].join('\n')
  return { value: { playbooks: [{ ...shown, steps }] }, text }
}

export const missingText = (apps: readonly string[]): string =>
  t('playbook.missing', 'Not installed: {apps}. Run: npx cli-apps install {names}', {
    apps: apps.join(', '),
    names: apps.join(' '),
  })

/** What results say of a playbook in this workspace. */
export async function shownPlaybook(found: FoundPlaybook, context: CommandContext): Promise<Shown> {
  const { name, task, i18n, apps } = found
  const installed = new Set<string>(await listInstalled(context.workspace))
  return {
    name,
    task,
    ...(i18n && { i18n }),
    apps,
    added: (await ownPlaybook(name, context)) !== undefined,
    missing: apps.filter((app) => !installed.has(app)),
  }
}
