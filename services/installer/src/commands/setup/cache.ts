import path from 'node:path'
import { t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import type { ChangePlan, PlannedChange } from '@cli-apps/core/results'
import { type Command, type CommandResult, changeOptions } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { carryOut } from '../../plan/carry-out.ts'
import { removes } from '../../plan/planned-effect.ts'
import { type PrunePlan, planPrune } from '../../store/plan-prune.ts'
import { listPrograms, type StoredProgram } from '../../store/stored-programs.ts'
import { byteText } from '../../ui/byte-text.ts'
import { tableText } from '../../ui/table.ts'
import type { CacheResult } from './cache-result.ts'

export const cache: Command<CacheResult | ChangePlan> = {
  summary: 'List the programs in the store, and remove those that are not used',
  usage: 'list | prune',
  completes: [['list', 'prune'], []],
  options: {
    all: { type: 'boolean', description: 'With prune: also remove recent builds and downloads' },
    ...changeOptions,
  },
  async run([action = 'list', ...rest], options, context) {
    if (rest.length === 0 && action === 'list') return listCache(context)
    if (rest.length === 0 && action === 'prune') return pruneCache(options, context)
    throw new UsageError(
      'cli.bad-action',
      t('cli.bad-action', 'Unknown subcommand: cache {list}.', { list: [action, ...rest].join(' ') }),
      {
        hint: t('cli.bad-action.hint', 'Run "{cli} cache list" or "{cli} cache prune".'),
      },
    )
  },
}

async function listCache({ config, workspace }: CommandContext): Promise<CommandResult<CacheResult>> {
  const programs = await listPrograms(config.home, config.store, workspace.root)
  const bytes = sum(programs)
  const value = {
    store: config.store,
    bytes,
    programs: programs.map((program) => ({
      name: program.name,
      version: program.version,
      folder: program.entry.folder,
      bytes: program.bytes,
      finished: program.isFinished,
      taken_at: program.takenAt === null ? null : new Date(program.takenAt).toISOString(),
      workspaces: program.workspaces,
    })),
  }
  if (programs.length === 0)
    return { value, text: t('cache.store-empty', 'The store {store} is empty.', { store: config.store }) }
  return {
    value,
    text: t('cache.programs', `{tableText}\n{count} programs, {bytes} in {store}`, {
      tableText: tableText(programs.map(row)),
      count: programs.length,
      bytes: byteText(bytes),
      store: config.store,
    }),
  }
}

const row = ({ name, version, bytes, takenAt, workspaces, isFinished }: StoredProgram): string[] => [
  name,
  version,
  byteText(bytes),
  takenAt === null ? '' : new Date(takenAt).toISOString().slice(0, 10),
  isFinished ? workspaces.join(', ') || t('cache.unused', 'unused') : t('cache.not-complete', 'not complete'),
]

async function pruneCache(
  options: OptionValues,
  context: CommandContext,
): Promise<CommandResult<CacheResult | ChangePlan>> {
  const { config, workspace, output, signal } = context
  const here = workspace.root
  const plan = await planPrune(config, { here, all: options.all === true, now: Date.now() })
  return carryOut(prunePlan(plan, here), options, context, async () => {
    const { applyPrune } = await import('../../store/apply-prune.ts')
    const { openWorkFolder } = await import('../../home/work-folder.ts')
    await using work = openWorkFolder(config.home)
    const { removed, kept } = await applyPrune(plan, config, { here, signal, onBegin: work.noteEntry })
    for (const folder of kept)
      output.notice(t('cache.kept-use-now', '{folder} is kept: it is in use now.', { folder }))
    const gone = [
      ...plan.programs.filter(({ entry }) => removed.includes(entry.folder)),
      ...plan.packages.filter(({ folder }) => removed.includes(folder)),
    ]
    const bytes = sum(gone) + sum(plan.files)
    return {
      value: { removed, kept: [...plan.kept.map(({ folder }) => folder), ...kept], bytes },
      text:
        removed.length === 0
          ? t('cache.nothing-remove', 'Nothing to remove.')
          : t('cache.removed-items', 'Removed {count} items, {bytes}.', {
              count: removed.length,
              bytes: byteText(bytes),
            }),
    }
  })
}

const prunePlan = (
  { programs, packages, files, kept, oneOffs }: PrunePlan,
  workspace: string,
): ChangePlan => ({
  command: 'cache prune',
  workspace,
  changes: [
    ...programs.map(({ name, version, entry, bytes, isFinished }) => ({
      subject: name,
      summary: `${name} ${version}, ${byteText(bytes)}, ${isFinished ? t('cache.no-workspace-uses', 'which no workspace uses') : t('cache.incomplete', 'which is incomplete')}`,
      effects: removes(`${entry.folder}${path.sep}`),
      permissions: [],
      remarks: [],
      facts: { version, bytes },
    })),
    ...oneOffs.map((folder) => ({
      subject: path.basename(folder),
      summary: t('cache.one-off', '{app}, which was run with "{cli} x" and not for a while', {
        app: path.basename(folder),
      }),
      effects: removes(`${folder}${path.sep}`),
      permissions: [],
      remarks: [],
      facts: {},
    })),
    ...(packages.length === 0 ? [] : [packagesChange(packages)]),
    ...groupsOf(files).map(([why, group]) => ({
      subject: 'cache',
      summary: t('cache.files', '{count} files, {megabytes}: {why}', {
        count: group.length,
        megabytes: byteText(sum(group)),
        why,
      }),
      effects: removes(...group.map((file) => file.path)),
      permissions: [],
      remarks: [],
      facts: { bytes: sum(group) },
    })),
    ...kept.map(({ folder, why }) => ({
      subject: 'store',
      summary: t('cache.keep', 'keep {folder}', { folder }),
      effects: [],
      permissions: [],
      remarks: [t('cache.keep.keep', 'keep {folder}: {why}', { folder, why })],
      facts: {},
    })),
  ],
})

const packagesChange = (packages: PrunePlan['packages']): PlannedChange => ({
  subject: 'cache',
  summary: t('cache.packages', '{count} Debian packages, {megabytes}, which no program needs', {
    count: packages.length,
    megabytes: byteText(sum(packages)),
  }),
  effects: removes(...packages.map(({ folder }) => `${folder}${path.sep}`)),
  permissions: [],
  remarks: [],
  facts: { bytes: sum(packages) },
})

function groupsOf(files: PrunePlan['files']): [why: string, files: PrunePlan['files']][] {
  const groups = new Map<string, PrunePlan['files']>()
  for (const file of files) groups.set(file.why, [...(groups.get(file.why) ?? []), file])
  return [...groups]
}

const sum = (things: readonly { bytes: number }[]): number =>
  things.reduce((total, { bytes }) => total + bytes, 0)
