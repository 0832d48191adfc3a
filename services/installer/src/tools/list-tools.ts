import { type AppName, localizedManifest, readerLocale, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { commandTool, type RankedCommand, rankCommands, walkChains } from '@cli-apps/core/command-tools'
import { listInstalled } from '@cli-apps/core/node'
import { type CommandResult, textOption } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { tableText } from '../ui/table.ts'
import { getAppCommands, someNames, unknownCommands } from './app-commands.ts'
import { type AppIndexes, readAppIndexes } from './app-indexes.ts'
import { openIndexCache } from './index-cache.ts'
import type { ToolsResult } from './tools-result.ts'

type Place = Pick<CommandContext, 'workspace' | 'config' | 'output'>

/** Default limits: the schemas of a thousand commands are megabytes. */
const usualLimit = { query: 20, all: 100 }

/** Returns the commands of installed apps as tools, best match first: those that match a query, or all. */
export async function listTools(
  options: OptionValues,
  context: Pick<CommandContext, 'workspace' | 'output' | 'config'>,
): Promise<CommandResult<ToolsResult>> {
  const { output, config } = context
  const query = textOption(options, 'query') ?? ''
  const limit = limitOf(options, query)
  const names = await chosenApps(textOption(options, 'app'), context)
  const known = await readAppIndexes(names, context, openIndexCache(`${config.cache}/tool-indexes`))
  const ranked = rankCommands(query, known.apps)
  const tools = await toolsOf(ranked.slice(0, limit), context)
  reportOmitted(known, output)
  if (ranked.length > limit)
    output.notice(
      t(
        'list-tools.commands-shown-use-query',
        '{limit} of {count} commands are shown. Use --query to search, or --limit to show more.',
        { limit, count: ranked.length },
      ),
    )
  const rows = tools.map(({ key, tool }) => [key, tool.description])
  const text = rows.length === 0 ? t('list-tools.no-commands-found', 'No commands found.') : tableText(rows)
  return { value: Object.fromEntries(tools.map(({ key, tool }) => [key, tool])), text }
}

/** Returns the requested app, or all installed ones. */
async function chosenApps(app: string | undefined, place: Place): Promise<AppName[]> {
  if (app === undefined) return listInstalled(place.workspace)
  const { manifest } = await getAppCommands(app, place)
  return [manifest.name]
}

/** Reads only the trees of these commands. */
async function toolsOf(commands: readonly RankedCommand[], context: Place) {
  const chains = new Map<AppName, ReturnType<typeof readChains>>()
  const tools: ReturnType<typeof commandTool>[] = []
  for (const { manifest, place } of commands) {
    const { name } = manifest
    const known = chains.get(name) ?? readChains(name, context)
    chains.set(name, known)
    const chain = (await known)[place]
    if (chain !== undefined) tools.push(commandTool(localizedManifest(manifest, readerLocale()), chain))
  }
  return tools
}

async function readChains(name: AppName, place: Place) {
  const { tree } = await getAppCommands(name, place)
  return [...walkChains(tree)]
}

function reportOmitted({ unknown, damaged, untrusted }: AppIndexes, output: CommandContext['output']): void {
  if (unknown.length > 0) {
    const { message, hint } = unknownCommands(unknown)
    output.notice(`${message}\n  ${hint}`)
  }
  if (damaged.length > 0)
    output.notice(
      t(
        'list-tools.omitted-because-damaged-files',
        'Omitted because of damaged files: {damaged}. Run "{cli} doctor" for details.',
        { damaged: someNames(damaged) },
      ),
    )
  if (untrusted.length > 0)
    output.notice(
      t(
        'list-tools.omitted-because-you-did',
        'Omitted because you did not install them here: {untrusted}. Run "{cli} doctor" for details.',
        { untrusted: someNames(untrusted) },
      ),
    )
}

function limitOf(options: OptionValues, query: string): number {
  const text = textOption(options, 'limit')
  if (text === undefined) return query === '' ? usualLimit.all : usualLimit.query
  const limit = Number(text)
  if (/^\d+$/.test(text) && limit >= 1 && limit <= 100_000) return limit
  throw new UsageError(
    'cli.bad-limit',
    t('cli.bad-limit.limit-not-valid-number', '--limit {text} is not a valid number of tools.', {
      text: JSON.stringify(text),
    }),
    {
      hint: t('cli.bad-limit.hint.use-whole-number-from', 'Use a whole number from 1 to 100000.'),
    },
  )
}
