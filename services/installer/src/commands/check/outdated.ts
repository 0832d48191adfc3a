import { t, UsageError } from '@cli-apps/core'
import { type Command, globalOption, offlineOption, registryOption, textOption } from '../../command.ts'
import { tableText } from '../../ui/table.ts'
import type { OutdatedResult } from '../../update/outdated-result.ts'
import type { PackageUpdate } from '../../update/package-updates.ts'
import { readOutdated, type Standing } from '../../update/read-outdated.ts'

export const outdated: Command<OutdatedResult> = {
  summary: 'List apps with newer versions, and withdrawn or deprecated ones',
  usage: '',
  options: { ...globalOption, ...registryOption, ...offlineOption },
  async run(args, options, context) {
    if (args.length > 0)
      throw new UsageError(
        'cli.too-many',
        t('cli.too-many.outdated-checks-all-apps', 'outdated checks all apps and takes no names.'),
        {
          hint: t(
            'cli.too-many.hint.run-cli-apps-info-show',
            'Run "{cli} info {args}" to show the versions of one app.',
            { args: String(args[0]) },
          ),
        },
      )
    const apps = await readOutdated(context, { registry: textOption(options, 'registry') })
    return { value: { workspace: context.workspace.root, apps }, text: standingText(apps) }
  },
}

function standingText(apps: readonly Standing[]): string {
  const shown = apps.filter((app) => app.outdated || notesOf(app).length > 0)
  if (shown.length === 0)
    return apps.length === 0
      ? t('outdated.no-apps-installed', 'No apps are installed.')
      : t('outdated.all-apps-up-date', 'All apps are up to date.')
  const rows = shown.map((app) => {
    const { installed, wanted, latest } = app.program ?? app
    return [app.name, installed, wanted, latest].map((cell) => cell ?? '?')
  })
  const notes = shown.flatMap((app) =>
    notesOf(app).map((note) => t('outdated.note', '{name}: {note}', { name: app.name, note })),
  )
  return [tableText([headings(), ...rows]), ...notes].join('\n')
}

const headings = (): string[] => [
  t('outdated.app', 'app'),
  t('outdated.installed', 'installed'),
  t('outdated.wanted', 'wanted'),
  t('outdated.latest', 'latest'),
]

const notesOf = (app: Standing): string[] => {
  const { pinned, outdated, yanked, deprecated, removed, system, error } = app
  return [
    ...(isEntryOnly(app)
      ? [
          t(
            'outdated.entry-only',
            'the entry {latest} brings the same program; an update changes its description and skill',
            { latest: String(app.latest) },
          ),
        ]
      : []),
    ...(pinned !== null && outdated ? [t('outdated.pinned', 'pinned: {pinned}', { pinned })] : []),
    ...(yanked !== null
      ? [
          t('outdated.installed-version-withdrawn', 'the installed version was withdrawn: {yanked}', {
            yanked,
          }),
        ]
      : []),
    ...(deprecated !== null
      ? [
          t('outdated.installed-version-deprecated', 'the installed version is deprecated: {deprecated}', {
            deprecated,
          }),
        ]
      : []),
    ...(removed !== null
      ? [t('outdated.app-withdrawn', 'the app was withdrawn: {removed}', { removed })]
      : []),
    ...(system?.changed === true
      ? [t('outdated.changed', 'the program was changed since it was adopted')]
      : []),
    ...(system?.has_update && system.changed !== true
      ? [
          t('outdated.system-has-newer-package', 'the system has a newer package than {version}', {
            version: system.version ?? t('outdated.what-installed', 'what is installed'),
          }),
        ]
      : []),
    ...packageNotes(app.packages),
    ...(error !== null ? [error.message] : []),
  ]
}

const packageNotes = (packages: readonly PackageUpdate[]): string[] => {
  const listOf = (updates: readonly PackageUpdate[]): string =>
    updates.map((one) => [one.package, one.installed, '→', one.offered].filter(Boolean).join(' ')).join(', ')
  const fixes = packages.filter(({ security }) => security)
  const others = packages.filter(({ security }) => !security)
  return [
    ...(fixes.length > 0
      ? [
          t('outdated.security-updates', 'security updates of Debian: {packages}', {
            packages: listOf(fixes),
          }),
        ]
      : []),
    ...(others.length > 0
      ? [t('outdated.package-updates', 'newer Debian packages: {packages}', { packages: listOf(others) })]
      : []),
  ]
}

/** Entries that differ and a program that would stay as it is. */
const isEntryOnly = ({ installed, latest, program, yanked }: Standing): boolean =>
  program !== null &&
  yanked === null &&
  installed !== latest &&
  latest !== null &&
  program.installed !== null &&
  program.installed === program.latest
