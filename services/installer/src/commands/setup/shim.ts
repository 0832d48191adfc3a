import { rm } from 'node:fs/promises'
import path from 'node:path'
import { type AppName, cliCall, NotFoundError, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { writeFileAtomic } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, type CommandResult, changeOptions } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { planShims } from '../../shims/plan-shims.ts'
import { readShims } from '../../shims/read-shims.ts'
import { type Shim, shimFolder } from '../../shims/shim-file.ts'
import { tableText } from '../../ui/table.ts'
import { installedName } from '../../workspace/installed-name.ts'
import { requireOwnRecord } from '../../workspace/own-record.ts'
import type { ShimResult } from './shim-result.ts'

export const shim: Command<ShimResult | ChangePlan> = {
  summary: 'Put the program of an app on your PATH (alone: list what is there)',
  seesUserApps: true,
  usage: '[app]',
  completes: ['installed'],
  options: {
    remove: { type: 'boolean', description: "Remove the app's programs from PATH" },
    ...changeOptions,
  },
  async run([word, ...more], options, context) {
    if (more.length > 0 || (word === undefined && options.remove === true))
      throw new UsageError('cli.bad-shim', t('cli.bad-shim', 'Expected one app.'), {
        hint: `${cliCall()} shim [--remove] <app>`,
      })
    if (word === undefined) return listShims(context)
    const app = await installedName(word, context)
    return options.remove === true ? removeShims(app, options, context) : writeShims(app, options, context)
  },
}

async function listShims({ config, environment }: CommandContext): Promise<CommandResult<ShimResult>> {
  const shims = await readShims(config.home)
  const value = resultOf(shims, { config, environment }, false)
  if (shims.length === 0) return { value, text: t('shim.none', 'No app is on PATH by a shim.') }
  return { value, text: tableText(shims.map(({ name, app, file }) => [name, app, file])) }
}

async function writeShims(
  app: AppName,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<ShimResult | ChangePlan>> {
  const record = await requireOwnRecord(app, context)
  if (record === undefined)
    throw new NotFoundError(
      'app.not-installed',
      t('shim.not-installed', '{app} is not installed in this workspace.', { app }),
      { hint: t('shim.not-installed.hint', 'Run: {cli} install {app}', { app }) },
    )
  const { home } = context.config
  const shims = await planShims(record, home)
  const missing = shims.filter(({ isPresent }) => !isPresent)
  const summary = t('shim.write', 'put {names} on PATH, outside of any sandbox', { names: namesOf(shims) })
  const plan = planOf(app, summary, missing, 'write', context)
  return carryOut(plan, options, context, async () => {
    for (const { file, text } of missing) await writeFileAtomic(file, text, 0o755)
    const value = resultOf(shims, context, missing.length > 0)
    const done = t('shim.written', '{names}: in {folder}.', { names: namesOf(shims), folder: value.folder })
    return { value, text: value.on_path ? done : `${done}\n${pathHint(value.folder)}` }
  })
}

async function removeShims(
  app: string,
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<ShimResult | ChangePlan>> {
  const shims = (await readShims(context.config.home)).filter((one) => one.app === app)
  const summary = t('shim.remove', 'remove {names} from PATH', { names: namesOf(shims) || app })
  return carryOut(planOf(app, summary, shims, 'remove', context), options, context, async () => {
    for (const { file } of shims) await rm(file, { force: true })
    const text =
      shims.length === 0
        ? t('shim.nothing-removed', '{app} has no shim.', { app })
        : t('shim.removed', '{names}: removed from PATH.', { names: namesOf(shims) })
    return { value: resultOf(shims, context, shims.length > 0), text }
  })
}

const namesOf = (shims: readonly Shim[]): string => shims.map(({ name }) => name).join(', ')

const planOf = (
  app: string,
  summary: string,
  shims: readonly Shim[],
  effect: 'write' | 'remove',
  { workspace }: CommandContext,
): ChangePlan => ({
  command: 'shim',
  workspace: workspace.root,
  changes: [
    {
      subject: app,
      summary,
      effects: shims.map(({ file }) => ({ effect, path: file })),
      permissions: [],
      remarks: [],
      facts: {},
    },
  ],
})

type Place = Pick<CommandContext, 'config' | 'environment'>

const resultOf = (shims: readonly Shim[], { config, environment }: Place, changed: boolean): ShimResult => {
  const folder = shimFolder(config.home)
  const onPath = (environment.PATH ?? '').split(path.delimiter).includes(folder)
  return {
    folder,
    on_path: onPath,
    changed,
    shims: shims.map(({ app, name, file }) => ({ app, name, file })),
  }
}

const pathHint = (folder: string): string =>
  process.platform === 'win32'
    ? t('shim.path-windows', 'Add that folder to your PATH: setx PATH "%PATH%;{folder}"', { folder })
    : t('shim.path', 'Add that folder to your PATH: export PATH="{folder}:$PATH"', { folder })
