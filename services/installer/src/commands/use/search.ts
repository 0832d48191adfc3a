import { cliCall, isAppError, t, UsageError } from '@cli-apps/core'
import { readWorkspaceFile, searchRegistry } from '@cli-apps/core/node'
import { type Command, offlineOption, registryOption, textOption } from '../../command.ts'
import { registryLocations } from '../../resolve/registry-locations.ts'
import { registryOptions } from '../../resolve/registry-options.ts'
import { availabilities } from '../../search/availabilities.ts'
import { resultText } from '../../search/result-text.ts'
import type { SearchResult } from './search-result.ts'

/** People read a few; each comes with calls. */
const limit = 10

export const search: Command<SearchResult> = {
  summary: 'Find apps by name or purpose',
  usage: '<words> …',
  options: { ...registryOption, ...offlineOption },
  async run(args, options, context) {
    const query = args.join(' ').trim()
    if (query === '')
      throw new UsageError('cli.missing-query', t('cli.missing-query', 'Missing search words.'), {
        hint: `${cliCall()} search <words> …`,
      })
    const declared = await readWorkspaceFile(context.workspace)
    const locations = registryLocations(context, { flag: textOption(options, 'registry'), declared })
    const answers = await Promise.allSettled(
      locations.map((location) =>
        searchRegistry(location, { query, limit }, registryOptions(location, context)),
      ),
    )
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    const items = firstOfEach(found.flatMap(({ apps }) => apps)).slice(0, limit)
    const playbooks = firstOfEach(found.flatMap((one) => one.playbooks))
    for (const failure of answers.filter((answer) => answer.status === 'rejected')) {
      if (answers.every(({ status }) => status === 'rejected')) throw failure.reason
      context.output.notice(isAppError(failure.reason) ? failure.reason.message : String(failure.reason))
    }
    const here = await availabilities(items, context)
    const text =
      items.length === 0
        ? t('search.no-apps-found', 'No apps found for {query}.', { query: JSON.stringify(query) })
        : resultText(here, playbooks)
    return { value: { query, items: here, playbooks }, text }
  },
}

/** The first registry that has a name is the one that installs it. */
function firstOfEach<Named extends { name: string }>(found: readonly Named[]): Named[] {
  const names = new Set<string>()
  return found.filter(({ name }) => !names.has(name) && names.add(name))
}
