import { UsageError } from '@cli-apps/core'
import type { OutdatedResult } from '@cli-apps/core/results'
import { type Command, offlineOption, registryOption, textOption } from '../command.ts'
import { tableText } from '../ui/table.ts'
import { readOutdated, type Standing } from '../update/read-outdated.ts'

export const outdated: Command<OutdatedResult> = {
  summary: 'List apps with newer versions, and withdrawn or deprecated ones',
  usage: '',
  options: { ...registryOption, ...offlineOption },
  async run(args, options, context) {
    if (args.length > 0)
      throw new UsageError('cli.too-many', 'outdated checks all apps and takes no names.', {
        hint: `Run "cli-apps info ${args[0]}" to show the versions of one app.`,
      })
    const apps = await readOutdated(context, { registry: textOption(options, 'registry') })
    return { value: { workspace: context.workspace.root, apps }, text: standingText(apps) }
  },
}

function standingText(apps: readonly Standing[]): string {
  const shown = apps.filter((app) => app.outdated || notesOf(app).length > 0)
  if (shown.length === 0) return apps.length === 0 ? 'No apps are installed.' : 'All apps are up to date.'
  const rows = shown.map(({ name, installed, wanted, latest }) =>
    [name, installed, wanted, latest].map((cell) => cell ?? '?'),
  )
  const notes = shown.flatMap((app) => notesOf(app).map((note) => `${app.name}: ${note}`))
  return [tableText([['app', 'installed', 'wanted', 'latest'], ...rows]), ...notes].join('\n')
}

const notesOf = ({ pinned, outdated, yanked, deprecated, removed, system, error }: Standing): string[] => [
  ...(pinned !== null && outdated ? [`pinned: ${pinned}`] : []),
  ...(yanked !== null ? [`the installed version was withdrawn: ${yanked}`] : []),
  ...(deprecated !== null ? [`the installed version is deprecated: ${deprecated}`] : []),
  ...(removed !== null ? [`the app was withdrawn: ${removed}`] : []),
  ...(system?.has_update
    ? [`the system has a newer package than ${system.version ?? 'what is installed'}`]
    : []),
  ...(error !== null ? [error.message] : []),
]
