import { localized, type Playbook, playbookApps, readerLocale, stepCall, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import {
  listInstalled,
  makeRecordKey,
  playbookRecordFile,
  readWorkspaceFile,
  signedRecordText,
} from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, type CommandResult, changeOptions } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { findPlaybook, readPlaybooks } from '../../playbooks/find-playbook.ts'
import { ownPlaybook, removalChanges, savedEdit } from '../../playbooks/playbook-changes.ts'
import { playbookSkill } from '../../playbooks/playbook-skill.ts'
import { callText } from '../../search/result-text.ts'
import { commitChanges, type FileChange } from '../../workspace/transaction.ts'
import { withWorkspaceLock } from '../../workspace/with-workspace.ts'
import type { PlaybookResult } from './playbook-result.ts'

type Result = Promise<CommandResult<PlaybookResult | ChangePlan>>

export const playbook: Command<PlaybookResult | ChangePlan> = {
  summary: 'Tasks for several apps, step by step (alone: list them)',
  usage: '[show <name> | add <name …> | remove <name …>]',
  completes: [['show', 'add', 'remove']],
  options: { ...changeOptions },
  async run([verb, ...names], options, context) {
    if (verb === undefined) return list(context)
    const [name] = names
    if (verb === 'show' && name !== undefined && names.length === 1) return show(name, context)
    if (verb === 'add' && names.length > 0) return add([...new Set(names)], options, context)
    if (verb === 'remove' && names.length > 0) return remove([...new Set(names)], options, context)
    throw new UsageError(
      'cli.bad-playbook',
      t('cli.bad-playbook', 'Expected: playbook <show|add|remove> and a name.'),
      {
        hint: `cli-apps playbook ${playbook.usage}`,
      },
    )
  },
}

type Shown = PlaybookResult['playbooks'][number]

async function list(context: CommandContext): Result {
  const shown = await Promise.all((await readPlaybooks()).map((one) => shownPlaybook(one, context)))
  const lines = shown.map(
    (one) =>
      `${one.name}  ${localized(one, readerLocale()).task}  (${one.apps.join(', ')})${one.added ? `  [${added()}]` : ''}`,
  )
  return { value: { playbooks: shown }, text: lines.join('\n') }
}

const added = (): string => t('playbook.added', 'skill added')

async function show(name: string, context: CommandContext): Result {
  const found = await findPlaybook(name)
  const steps = found.steps.map((step) => ({
    task: localized(step, readerLocale()).task,
    call: stepCall(found, step),
  }))
  const shown = await shownPlaybook(found, context)
  const text = [
    `${localized(found, readerLocale()).task}${shown.added ? `  [${added()}]` : ''}`,
    ...steps.flatMap(({ task, call }, at) => [`  ${at + 1}. ${task}`, `     ${callText(call)}`]),
    ...(shown.missing.length === 0 ? [] : [missingText(shown.missing)]),
  ].join('\n')
  return { value: { playbooks: [{ ...shown, steps }] }, text }
}

const missingText = (apps: readonly string[]): string =>
  t('playbook.missing', 'Not installed: {apps}. Run: npx cli-apps install {names}', {
    apps: apps.join(', '),
    names: apps.join(' '),
  })

async function shownPlaybook(found: Playbook, context: CommandContext): Promise<Shown> {
  const { name, task, i18n } = found
  const apps = playbookApps(found)
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

async function add(names: readonly string[], options: OptionValues, context: CommandContext): Result {
  const { workspace, config } = context
  const found = await Promise.all(names.map(findPlaybook))
  const settings = (await readWorkspaceFile(workspace)).skills
  const language = context.askedLanguage ?? settings?.lang ?? 'en'
  const skills = await Promise.all(
    found.map(async (one) => ({ name: one.name, skill: await playbookSkill(one, language) })),
  )
  const changesOf = async (
    { name, skill }: (typeof skills)[number],
    key: Parameters<typeof signedRecordText>[1],
  ) => {
    const record = await ownPlaybook(name, context)
    return [
      ...(await savedEdit(name, record, { workspace, next: skill.text })),
      { path: skill.path, content: skill.text },
      {
        path: playbookRecordFile(name),
        content: signedRecordText({ record: 1, name, files: { [skill.path]: skill.digest } }, key),
      },
    ]
  }
  const plan = planOf(
    'playbook add',
    skills.map(({ name, skill }) => ({
      subject: name,
      summary: t('playbook.plan-add', 'write {path}', { path: skill.path }),
      effects: [{ effect: 'write', path: skill.path }],
    })),
    context,
  )
  return carryOut(plan, options, context, async () => {
    const key = await makeRecordKey(config.home)
    return change(`playbook add ${names.join(' ')}`, found, context, async () =>
      (await Promise.all(skills.map((one) => changesOf(one, key)))).flat(),
    )
  })
}

async function remove(names: readonly string[], options: OptionValues, context: CommandContext): Result {
  const found = await Promise.all(names.map(findPlaybook))
  const records = await Promise.all(names.map((name) => ownPlaybook(name, context)))
  const present = records.filter((record) => record !== undefined)
  const plan = planOf(
    'playbook remove',
    present.map(({ name, files }) => ({
      subject: name,
      summary: t('playbook.plan-remove', 'remove {path}', { path: Object.keys(files).join(', ') }),
      effects: Object.keys(files).map((path) => ({ effect: 'remove', path })),
    })),
    context,
  )
  return carryOut(plan, options, context, () =>
    change(`playbook remove ${names.join(' ')}`, found, context, async () =>
      (await Promise.all(present.map((record) => removalChanges(record, context.workspace)))).flat(),
    ),
  )
}

async function change(
  command: string,
  found: readonly Playbook[],
  context: CommandContext,
  changesOf: () => Promise<FileChange[]>,
): Promise<CommandResult<PlaybookResult>> {
  const { workspace, signal, output } = context
  await withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
    const changes = await changesOf()
    for (const { path, content } of changes)
      if (content !== null && path.startsWith('.cli-apps/saved/'))
        output.notice(t('playbook.saved', 'Your edits were saved as {path}.', { path }))
    if (changes.length > 0) await commitChanges(workspace, command, changes)
  })
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
