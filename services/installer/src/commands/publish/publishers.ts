import { parseAppName, registryPaths, TrustedPublisherList, t, UsageError } from '@cli-apps/core'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, changeOptions, registryOption } from '../../command.ts'
import { makeChange } from '../../publisher/change.ts'
import type { PublishersResult } from '../../publisher/publisher-results.ts'
import { readIdentity } from '../../publisher/read-identity.ts'
import { requireAccount } from '../../publisher/server.ts'
import { tableText } from '../../ui/table.ts'

export const publishers: Command<PublishersResult | ChangePlan> = {
  summary: 'List or change the CI jobs that may publish an app without a stored token',
  usage: 'list <name> | add <name> | remove <name> <id>',
  completes: [['list', 'add', 'remove'], 'available', []],
  options: {
    ...changeOptions,
    ...registryOption,
    github: {
      type: 'string',
      value: 'PROJECT',
      description: 'With add: jobs of this repository, OWNER/REPOSITORY',
    },
    gitlab: {
      type: 'string',
      value: 'PROJECT',
      description: 'With add: jobs of this project, GROUP/PROJECT',
    },
    issuer: { type: 'string', value: 'URL', description: 'With add: another issuer of identity tokens' },
    subject: { type: 'string', value: 'TEXT', description: 'With --issuer: the subject of its tokens' },
    audience: {
      type: 'string',
      value: 'TEXT',
      description: 'With add: what tokens must be made for (default: the registry)',
    },
  },
  async run(args, options, context) {
    const [verb = '', word = '', id = '', ...more] = args
    if (
      !['list', 'add', 'remove'].includes(verb) ||
      word === '' ||
      (id === '') === (verb === 'remove') ||
      more.length > 0
    )
      throw new UsageError(
        'cli.bad-publishers',
        t('cli.bad-publishers', 'Expected a subcommand: publishers <list|add|remove>.'),
        {
          hint: t('cli.bad-publishers.hint', 'Run: {cli} publishers {usage}', { usage: publishers.usage }),
        },
      )
    const name = parseAppName(word)
    const account = await requireAccount(options, context)
    if (verb === 'list') {
      const { value } = await account.ask({
        method: 'GET',
        path: registryPaths.trustedPublishers(name),
        answer: TrustedPublisherList,
      })
      return {
        value: { name, ...value, registry: account.location },
        text:
          value.publishers.length === 0
            ? t('publishers.none', 'No job may publish {name} without a token.', { name })
            : tableText(value.publishers.map((one) => [one.id, one.issuer, one.subject, one.audience])),
      }
    }
    const identity = verb === 'add' ? readIdentity(options, account.location) : undefined
    const change = {
      command: `publishers ${verb}`,
      subject: name,
      method: identity === undefined ? 'DELETE' : 'POST',
      path: `${registryPaths.trustedPublishers(name)}${identity === undefined ? `/${encodeURIComponent(id)}` : ''}`,
      body: identity,
      plan:
        identity === undefined
          ? t('publishers.remove', 'No longer let {id} publish {name}', { id, name })
          : t('publishers.add', 'Let {subject} of {issuer} publish {name}', { ...identity, name }),
      done:
        identity === undefined
          ? t('publishers.removed', '{id} may not publish {name}', { id, name })
          : t('publishers.added', '{subject} of {issuer} may publish {name}', { ...identity, name }),
      facts: { name, ...(identity ?? { id }) },
    } as const
    return makeChange(change, account, options, context)
  },
}
