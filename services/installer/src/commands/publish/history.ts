import { AuditPage, cliCall, parseAppName, registryPaths, t, UsageError } from '@cli-apps/core'
import { type Command, registryOption, textOption } from '../../command.ts'
import type { HistoryResult } from '../../publisher/publisher-results.ts'
import { type PublisherServer, requireAccount } from '../../publisher/server.ts'
import { tableText } from '../../ui/table.ts'

const pageSize = 100

export const history: Command<HistoryResult> = {
  summary: 'Show every change of an app that you own, newest first',
  usage: '<name>',
  completes: ['available', []],
  options: {
    ...registryOption,
    limit: { type: 'string', value: 'N', description: 'Show this many changes (default: 50)' },
  },
  async run(args, options, context) {
    const [word, ...more] = args
    if (word === undefined || more.length > 0)
      throw new UsageError('cli.missing-name', t('cli.missing-name', 'Expected one app name.'), {
        hint: `${cliCall()} history <name>`,
      })
    const name = parseAppName(word)
    const limit = textOption(options, 'limit') ?? '50'
    if (!/^[1-9]\d{0,4}$/.test(limit))
      throw new UsageError(
        'cli.bad-limit',
        t('cli.bad-limit', '{limit} is not a valid number of changes.', { limit: JSON.stringify(limit) }),
        {
          hint: t('cli.bad-limit.hint', 'Use a number from 1 to 99999.'),
        },
      )
    const server = await requireAccount(options, context)
    const items = await readChanges(server, name, Number(limit))
    const rows = items.map(({ at, actor, action, version, details }) => [
      at,
      actor,
      action,
      version ?? '',
      JSON.stringify(details),
    ])
    return { value: { name, registry: server.location, items }, text: tableText(rows) }
  },
}

async function readChanges(
  server: PublisherServer,
  name: string,
  limit: number,
): Promise<AuditPage['items']> {
  const items: AuditPage['items'] = []
  for (let cursor: string | null = ''; cursor !== null && items.length < limit; ) {
    const query = new URLSearchParams({ limit: String(Math.min(pageSize, limit - items.length)) })
    if (cursor !== '') query.set('cursor', cursor)
    const { value }: { value: AuditPage } = await server.ask({
      method: 'GET',
      path: `${registryPaths.audit(name)}?${query}`,
      answer: AuditPage,
    })
    items.push(...value.items)
    cursor = value.items.length === 0 ? null : value.next_cursor
  }
  return items.slice(0, limit)
}
