import { NotFoundError, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { acquireLock, jsonText, readWorkspaceFile, writeFileAtomic } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, type CommandResult, changeOptions } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { writes } from '../../plan/planned-effect.ts'
import { catalogDateText, usedCatalogDate } from '../../resolve/catalog-date.ts'
import { changedConfig } from '../../settings/changed-config.ts'
import { listSettings } from '../../settings/list-settings.ts'
import { readUserConfig } from '../../settings/user-config.ts'
import type { ConfigResult } from './config-result.ts'

export const config: Command<ConfigResult | ChangePlan> = {
  summary: 'Show and change your settings: registries, mirrors and language',
  usage:
    'list | get KEY | set KEY VALUE … | unset KEY     (KEY: registries, mirrors, mirrors.URL, hosts, lang, report_installs, policy.NAME)',
  completes: [
    ['list', 'get', 'set', 'unset'],
    ['registries', 'mirrors', 'lang', 'report_installs', 'policy.minimum_release_age'],
    [],
  ],
  options: changeOptions,
  async run([verb, key, ...values], options, context) {
    if (verb === 'list' && key === undefined) return listed(context)
    if (verb === 'get' && key !== undefined && values.length === 0) return got(key, context)
    if (verb === 'set' && key !== undefined && values.length > 0) return change(key, values, options, context)
    if (verb === 'unset' && key !== undefined && values.length === 0)
      return change(key, undefined, options, context)
    throw new UsageError(
      'cli.bad-arguments',
      t('cli.bad-arguments', 'Expected a subcommand: config <list|get|set|unset>.'),
      {
        hint: t(
          'cli.bad-arguments.hint',
          'Run: {cli} config list, get KEY, set KEY VALUE … or unset KEY. KEY is registries, mirrors, mirrors.URL or lang.',
        ),
      },
    )
  },
}

/** Where a setting comes from. */
const sourceText = {
  environment: () => t('config.environment', 'environment'),
  workspace: () => t('config.workspace', 'workspace'),
  user: () => t('config.user', 'user'),
  default: () => t('config.default', 'default'),
} as const

async function listed(context: CommandContext): Promise<CommandResult<ConfigResult>> {
  const settings = listSettings(context.config, await readWorkspaceFile(context.workspace))
  const date = await usedCatalogDate(context)
  return {
    value: {
      file: context.config.userFile,
      settings,
      ...(date !== undefined && { catalog_date: date }),
    },
    text: [
      ...settings.map(
        ({ key, value, source }) => `${key} = ${[value].flat().join(' ')}  (${sourceText[source]()})`,
      ),
      ...(date === undefined ? [] : [catalogDateText(date)]),
    ].join('\n'),
  }
}

async function got(key: string, context: CommandContext): Promise<CommandResult<ConfigResult>> {
  const settings = listSettings(context.config, await readWorkspaceFile(context.workspace))
  const found = settings.filter((setting) => setting.key === key || setting.key.startsWith(`${key}.`))
  if (found.length === 0)
    throw new NotFoundError('config.not-set', t('config.not-set', '{key} is not set.', { key }), {
      hint: t('config.not-set.hint', 'Run "{cli} config list" to list the settings.'),
    })
  return {
    value: { settings: found },
    text: found
      .map((setting) =>
        setting.key === key ? [setting.value].flat().join('\n') : `${setting.key} = ${setting.value}`,
      )
      .join('\n'),
  }
}

async function change(
  key: string,
  values: readonly string[] | undefined,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<ConfigResult | ChangePlan>> {
  const { userFile, locks } = context.config
  const place = { key, cwd: context.cwd }
  const before = await readUserConfig(userFile)
  const isChanged = jsonText(changedConfig(before, values, place)) !== jsonText(before)
  const what =
    values === undefined
      ? t('config.unset', 'Unset {key}', { key })
      : t('config.set', 'Set {key} to {values}', { key, values: values.join(' ') })
  const plan: ChangePlan = {
    command: 'config',
    workspace: context.workspace.root,
    changes: [
      {
        subject: key,
        summary: isChanged
          ? what
          : t('config.no-changes-already-has', 'No changes: {key} already has this value', { key }),
        effects: isChanged ? writes(userFile) : [],
        permissions: [],
        remarks: [],
        facts: { key, values: values === undefined ? null : [...values] },
      },
    ],
  }
  return carryOut(plan, options, context, async () => {
    if (isChanged) {
      await using _lock = await acquireLock(locks, 'config', { wait: 10_000, what: userFile })
      // What another process wrote since then stays.
      const now = await readUserConfig(userFile)
      await writeFileAtomic(userFile, jsonText(changedConfig(now, values, place)))
    }
    return {
      value: { file: userFile, key, values: values === undefined ? null : [...values], changed: isChanged },
      text: isChanged
        ? t('config.changed', '{what} in {userFile}.', { what, userFile })
        : t(
            'config.no-changes-already-has.no-changes-already-has',
            'No changes: {key} already has this value.',
            { key },
          ),
    }
  })
}
