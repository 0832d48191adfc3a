import { CommandNode, type CommandOption, walkCommands } from '@cli-apps/core'
import { callEffect } from '@cli-apps/core/call-effect'
import type { CatalogEntry } from '../../entries.ts'
import { type CatalogRule, issueOf } from '../rule.ts'

const names =
  /^--?(o|output|out|out-?file|output-?(file|dir|folder|path)|log-?(file|path)|trace-?file|save(-to|-as)?|report-?file|dump-?file)$/i
const places = /\b(files?|paths?|folders?|director(y|ies)|write|save)\b/i

/** An option that takes the place of a file by its name and its description, and not a format or another choice. */
const namesFile = ({ long, short, value, choices = [], description = '' }: CommandOption): boolean =>
  value !== null &&
  choices.length === 0 &&
  [...long, ...short].some((name) => names.test(name)) &&
  places.test(description)

/** Returns the calls with an option that writes a file which the lists of effects make reading. */
export function unlistedWriters({ manifest, tree }: Pick<CatalogEntry, 'manifest' | 'tree'>): string[] {
  if (tree === undefined) return []
  const parsed = CommandNode.parse(tree)
  return [...walkCommands(parsed)].flatMap(({ path, node }) =>
    node.options.filter(namesFile).flatMap((option) => {
      const words = [...path, option.long[0] ?? option.short[0] ?? '']
      return callEffect(manifest, parsed, [...words, 'x']) === 'read' ? [words.join(' ')] : []
    }),
  )
}

export const writingOptions: CatalogRule = {
  id: 'catalog.writing-options',
  wants: 'no option that names a file to write and counts as reading',
  check: (entries) =>
    entries.flatMap((entry) =>
      unlistedWriters(entry).map((call) =>
        issueOf(
          entry,
          'run.effects',
          `lets ${call} count as reading, although it writes a file; list the option`,
        ),
      ),
    ),
}
