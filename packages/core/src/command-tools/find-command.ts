import type { CommandNode } from '@cli-apps/help/command-tree'
import { NotFoundError } from '../errors/errors.ts'
import { t } from '../messages/t.ts'
import { nearestNames } from '../search/nearest-names.ts'
import { toLine } from '../to-line.ts'
import { type CommandChain, chainWords, lastOf, walkChains } from './command-chain.ts'
import { toolKey } from './tool-key.ts'

/**
 * Finds a command by its words (`pr create`) or the part of its key after the app's name (`pr.create`). Names win over
 * aliases; an empty text means the program itself. Throws `NotFoundError` `tool.unknown-command` with the nearest
 * commands.
 */
export function findCommand(app: string, tree: CommandNode, text: string): CommandChain {
  const requested = text.trim()
  const found = named(app, tree, requested) ?? called([tree], requested.split(/[\s.]+/u))
  if (found !== undefined) return found
  const shown = JSON.stringify(toLine(text, 100))
  throw new NotFoundError(
    'tool.unknown-command',
    t('tool.unknown-command', '{app} has no command {shown} that is known here.', { app, shown }),
    {
      hint: hint(app, tree, requested),
    },
  )
}

function named(app: string, tree: CommandNode, requested: string): CommandChain | undefined {
  const key = requested === '' ? app : `${app}.${requested}`
  const chains = [...walkChains(tree)]
  const byKey = chains.find((chain) => toolKey(app, chainWords(chain)) === key)
  return byKey ?? chains.find((chain) => chainWords(chain).join(' ') === requested)
}

/** Matches word by word, by names or aliases. */
function called(chain: CommandChain, words: readonly string[]): CommandChain | undefined {
  const [word, ...rest] = words
  if (word === undefined) return chain
  const { commands } = lastOf(chain)
  const next =
    commands.find(({ name }) => name === word) ?? commands.find(({ aliases }) => aliases.includes(word))
  return next === undefined ? undefined : called([...chain, next], rest)
}

function hint(app: string, tree: CommandNode, requested: string): string {
  const keys = [...walkChains(tree)]
    .map((chain) => chainWords(chain).join(' '))
    .filter((words) => words !== '')
  const near = nearestNames(requested.replaceAll('.', ' ').slice(0, 100), keys)
  const meant = near.map((words) => JSON.stringify(toLine(words, 100))).join(' or ')
  if (meant !== '') return t('find-command.did-you-mean', 'Did you mean {meant}?', { meant })
  return t('find-command.cli-apps-tools-list-app', '"{cli} tools list --app {app}" lists its commands.', {
    app,
  })
}
