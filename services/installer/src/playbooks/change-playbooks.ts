import { type FoundPlaybook, RecipeId, type SkillLanguage, t } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import {
  builtInCatalog,
  makeRecordKey,
  playbookRecordFile,
  readWorkspaceFile,
  signedRecordText,
} from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { type CommandResult, textOption } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { carryOut } from '../plan/carry-out.ts'
import { removes, writes } from '../plan/planned-effect.ts'
import { readSkillText } from '../skill/read-skill-text.ts'
import { intactRecord } from '../workspace/intact-record.ts'
import { commitChanges, type FileChange } from '../workspace/transaction.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { findPlaybook, foundPlaybook, listFoundPlaybooks, playbookRegistries } from './find-playbook.ts'
import { ownPlaybook, removalChanges, savedEdit } from './playbook-changes.ts'
import type { PlaybookResult } from './playbook-result.ts'
import { type PlaybookSkill, playbookSkill } from './playbook-skill.ts'
import { missingText, shownPlaybook } from './show-playbooks.ts'

type Result = Promise<CommandResult<PlaybookResult | ChangePlan>>

/** Writes the skills of playbooks, all of them or none; one that is there as it would be written stays. */
export async function addPlaybooks(
  names: readonly string[],
  options: OptionValues,
  context: CommandContext,
): Result {
  const registries = await playbookRegistries(context, textOption(options, 'registry'))
  const found = await Promise.all(names.map((name) => findPlaybook(name, registries, context)))
  const language = await languageOf(context)
  const skills = await Promise.all(found.map((one) => playbookSkill(one, language, context)))
  const isThere = await Promise.all(skills.map((skill) => isWritten(skill, context)))
  const missing = skills.filter((_, at) => isThere[at] === false)
  const plan = planOf(
    'playbook add',
    skills.map(({ name, path }, at) => ({
      subject: name,
      summary: t('playbook.plan-add', 'write {path}', { path }),
      effects: isThere[at] ? [] : writes(path),
    })),
    context,
  )
  return carryOut(plan, options, context, async () => {
    await change(`playbook add ${names.join(' ')}`, context, async () =>
      (await Promise.all(missing.map((skill) => additionChanges(skill, context)))).flat(),
    )
    return resultOf(
      found.map(({ playbook }) => foundPlaybook(playbook)),
      context,
    )
  })
}

/** Writes the skill and record of one playbook of the catalog again. Throws `NotFoundError` `playbook.unknown`. */
export async function writePlaybook(name: string, context: CommandContext): Promise<void> {
  const found = await findPlaybook(name, [builtInCatalog], context)
  const skill = await playbookSkill(found, await languageOf(context), context)
  await change('doctor --fix', context, () => additionChanges(skill, context))
}

const languageOf = async ({ workspace, askedLanguage }: CommandContext): Promise<SkillLanguage> =>
  askedLanguage ?? (await readWorkspaceFile(workspace)).skills?.lang ?? 'en'

async function isWritten(skill: PlaybookSkill, context: CommandContext): Promise<boolean> {
  const record = await intactRecord(ownPlaybook(skill.name, context))
  if (record?.files[skill.path] !== skill.digest) return false
  return (await readSkillText(context.workspace, skill.path)) === skill.text
}

async function additionChanges(
  { name, path, text, digest }: PlaybookSkill,
  context: CommandContext,
): Promise<FileChange[]> {
  const { workspace, config } = context
  const key = await makeRecordKey(config.home)
  const content = signedRecordText({ record: 1, name, files: { [path]: digest } }, key)
  return [
    ...(await savedEdit(name, await intactRecord(ownPlaybook(name, context)), { workspace, next: text })),
    { path, content: text },
    { path: playbookRecordFile(name), content },
  ]
}

/**
 * Removes the skills of playbooks, all of them or none, also of those that the catalog has no longer. Throws `NotFoundError`
 * `playbook.unknown` for one that is neither here nor in the catalog.
 */
export async function removePlaybooks(
  names: readonly string[],
  options: OptionValues,
  context: CommandContext,
): Result {
  const records = await Promise.all(names.map((name) => recordOf(name, context)))
  const present = records.filter((record) => record !== undefined)
  const plan = planOf(
    'playbook remove',
    present.map(({ name, files }) => ({
      subject: name,
      summary: t('playbook.plan-remove', 'remove {path}', { path: Object.keys(files).join(', ') }),
      effects: removes(...Object.keys(files)),
    })),
    context,
  )
  return carryOut(plan, options, context, async () => {
    await change(`playbook remove ${names.join(' ')}`, context, async () =>
      (await Promise.all(present.map((record) => removalChanges(record, context.workspace)))).flat(),
    )
    const known = await listFoundPlaybooks([builtInCatalog], context)
    return resultOf(
      known.filter(({ name }) => names.includes(name)),
      context,
    )
  })
}

async function recordOf(name: string, context: CommandContext): ReturnType<typeof ownPlaybook> {
  const record = RecipeId.safeParse(name).success ? await ownPlaybook(name, context) : undefined
  if (record === undefined) await findPlaybook(name, [builtInCatalog], context)
  return record
}

async function change(
  command: string,
  { workspace, signal, output }: CommandContext,
  changesOf: () => Promise<FileChange[]>,
): Promise<void> {
  await withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
    const changes = await changesOf()
    for (const { path, content } of changes)
      if (content !== null && path.startsWith('.cli-apps/saved/'))
        output.notice(t('playbook.saved', 'Your edits were saved as {path}.', { path }))
    if (changes.length > 0) await commitChanges(workspace, command, changes)
  })
}

async function resultOf(
  found: readonly FoundPlaybook[],
  context: CommandContext,
): Promise<CommandResult<PlaybookResult>> {
  const shown = await Promise.all(found.map((one) => shownPlaybook(one, context)))
  const missing = [...new Set(shown.filter((one) => one.added).flatMap((one) => one.missing))]
  const lines = shown.map(({ name, added: isAdded }) =>
    isAdded
      ? t('playbook.is-added', '{name}: its skill is in this workspace.', { name })
      : t('playbook.is-removed', '{name}: its skill is not in this workspace.', { name }),
  )
  return {
    value: { playbooks: shown },
    text: [...lines, ...(missing.length === 0 ? [] : [missingText(missing)])].join('\n'),
  }
}

const planOf = (
  command: string,
  changes: readonly Pick<ChangePlan['changes'][number], 'subject' | 'summary' | 'effects'>[],
  { workspace }: CommandContext,
): ChangePlan => ({
  command,
  workspace: workspace.root,
  changes: changes.map((one) => ({ ...one, permissions: [], remarks: [], facts: {} })),
})
