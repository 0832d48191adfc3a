import { type AppManifest, type CommandNode, effectOf, optionEffects, walkCommands } from '@cli-apps/core'
import type { CatalogEntry } from '../entries.ts'
import { type CatalogRule, issueOf } from './rule.ts'

/** Words that a command has in its name where it destroys, or seems to. */
const verbs = 'delete|remove|rm|destroy|purge|prune|drop|wipe|reset|erase|truncate|unlink|uninstall|discard'
const destroyingCommand = new RegExp(`^(${verbs}|del|clear|clean|flush|kill|revoke)([-:]|$)|[-:](${verbs})$`)

/** Options by which a call destroys, or seems to; `--remove-comments` and the like say what they leave out of an output. */
const destroyingOption =
  /^--(delete|remove|destroy|purge|prune|drop|wipe|reset|erase|truncate|overwrite|force|in-?place|write|clobber|replace|remove-(source|orphan).*|(delete|overwrite|purge|wipe|force-(delete|remove|overwrite))-.*)$/

/** One command or option whose name promises to destroy, and of which the manifest says nothing. */
export interface UnjudgedName {
  path: readonly string[]
  option: string | undefined
}

/**
 * What of an app sounds as if it destroys and has no effect of its own: a command that none of the lists names, or that is listed as
 * reading with what is above it; an option that no entry names for its command. What is harmless is listed as reading or writing.
 */
export function unjudgedNames({ manifest, tree }: Pick<CatalogEntry, 'manifest' | 'tree'>): UnjudgedName[] {
  if (tree === undefined) return []
  return [...walkCommands(tree)].flatMap(({ node, path }) => {
    const effect = effectOf(manifest, path)
    const isNamed = path.length > 0 && destroyingCommand.test(node.name) && !isListed(manifest, path)
    const command =
      isNamed && (effect === 'unknown' || effect === 'read') ? [{ path, option: undefined }] : []
    if (effect === 'destructive') return command
    return [
      ...command,
      ...optionsOf(node)
        .map((option) => ({ path, option }))
        .filter(({ option }) => !isOptionListed(manifest, path, option)),
    ]
  })
}

const optionsOf = ({ options }: CommandNode): string[] =>
  options.flatMap(({ long }) => long.find((name) => destroyingOption.test(name)) ?? [])

const isListed = ({ run }: AppManifest, path: readonly string[]): boolean =>
  Object.values(run?.effects ?? {}).some((entries) => entries.includes(path.join(' ')))

const isOptionListed = (manifest: AppManifest, path: readonly string[], option: string): boolean =>
  optionEffects(manifest).some(
    ({ command, options }) =>
      options.includes(option) && (command === '' || `${path.join(' ')} `.startsWith(`${command} `)),
  )

export const destroyingNames: CatalogRule = {
  id: 'catalog.destroying-names',
  wants: 'an effect for every command and option whose name promises to delete, overwrite or reset something',
  check: (entries) =>
    entries.flatMap((entry) =>
      unjudgedNames(entry).map(({ path, option }) =>
        issueOf(
          entry,
          'run.effects',
          `says nothing of ${[...path, option ?? ''].join(' ').trim()}, by its name destructive; what is harmless is listed as read or write`,
        ),
      ),
    ),
}
