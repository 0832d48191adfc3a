import { AppDocument, parseAppName, registryPaths, type TagRequest, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption } from '../../command.ts'
import { makeChange } from '../../publisher/change.ts'
import { parseExactVersion } from '../../publisher/exact-version.ts'
import type { TagResult } from '../../publisher/publisher-results.ts'
import { requireAccount, requireServer } from '../../publisher/server.ts'
import { tableText } from '../../ui/table.ts'

export const tag: Command<TagResult | ChangePlan> = {
  summary: 'List or change names for versions, such as next',
  usage: 'list <name> | add <name>@<version> <tag> | remove <name> <tag>',
  completes: [['list', 'add', 'remove'], 'available', []],
  options: { ...changeOptions, ...registryOption },
  async run(args, options, context) {
    const [verb = '', app = '', word = '', ...more] = args
    const isChange = verb === 'add' || verb === 'remove'
    if ((!isChange && verb !== 'list') || app === '' || (word === '') === isChange || more.length > 0)
      throw new UsageError('cli.bad-tag', t('cli.bad-tag', 'Expected a subcommand: tag <list|add|remove>.'), {
        hint: t('cli.bad-tag.hint', 'Run: {cli} tag {usage}', { usage: tag.usage }),
      })
    if (!isChange) {
      const name = parseAppName(app)
      const server = await requireServer(options, context)
      const path = registryPaths.app(name)
      const { value } = await server.ask({ method: 'GET', path, answer: AppDocument })
      const { dist_tags } = value
      return {
        value: { name, tags: dist_tags, registry: server.location },
        text: tableText(Object.entries(dist_tags)),
      }
    }
    const { name, version } =
      verb === 'add' ? parseExactVersion([app], 'tag add') : { name: parseAppName(app), version: null }
    const body: TagRequest | undefined = version === null ? undefined : { version }
    const change = {
      command: `tag ${verb}`,
      subject: name,
      method: version === null ? 'DELETE' : 'PUT',
      path: registryPaths.tag(name, word),
      body,
      plan:
        version === null
          ? t('tag.remove', 'Remove the tag {tag} of {name}', { tag: word, name })
          : t('tag.add', 'Point {name}@{tag} to {version}', { tag: word, name, version }),
      done:
        version === null
          ? t('tag.removed', '{name} has no tag {tag}', { tag: word, name })
          : t('tag.added', '{name}@{tag} is {version}', { tag: word, name, version }),
      facts: { name, tag: word, version },
    } as const
    return makeChange(change, await requireAccount(options, context), options, context)
  },
}
