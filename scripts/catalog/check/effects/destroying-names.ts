import { type AppManifest, type CommandNode, effectOf, optionEffects, walkCommands } from '@cli-apps/core'
import type { CatalogEntry } from '../../entries.ts'
import { type CatalogRule, issueOf } from '../rule.ts'

/** Words in the name of a command that destroys something, or seems to. */
const verbs = 'delete|remove|rm|destroy|purge|prune|drop|wipe|reset|erase|truncate|unlink|uninstall|discard'
const destroyingCommand = new RegExp(`^(${verbs}|del|clear|clean|flush|kill|revoke)([-:]|$)|[-:](${verbs})$`)

/**
 * Options that destroy something, or seem to; `--remove-comments` and the like only leave something out of the output.
 */
const destroyingOption =
  /^--(delete|remove|destroy|purge|prune|drop|wipe|reset|erase|truncate|overwrite|force|in-?place|write|clobber|replace|remove-(source|orphan).*|(delete|overwrite|purge|wipe|force-(delete|remove|overwrite))-.*)$/

/** A command or option whose name suggests destruction, without a stated effect in the manifest. */
export interface UnjudgedName {
  path: readonly string[]
  option: string | undefined
}

/**
 * Returns the commands that sound destructive and that no effect list names, except under a parent that is listed as
 * reading, and the options that no entry names for their command. Harmless ones belong in the lists of reads or writes.
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

/** Whether an entry names the option for its command, whatever effect it gives. */
export const isOptionListed = (manifest: AppManifest, path: readonly string[], option: string): boolean =>
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
