import { CommandNode, type CommandOption, walkCommands } from '@cli-apps/core'
import { callEffect } from '../../../packages/runtime/src/confirm/call-effect.ts'
import type { CatalogEntry } from '../entries.ts'
import { isOptionListed } from './destroying-names.ts'
import { type CatalogRule, issueOf } from './rule.ts'

const names =
  /^--?(eval|exec(ute)?|exec-batch|preload|import|require|plugins?([-_]?(dir|path))?|load([-_]?(extension|module))?|rsh|pager|hooks?|scripts?([-_]?file)?|init[-_]?file|resolver|preprocessor|post-?process(or)?|(.*-)?(command|cmd|program|hook|script|exec|helper)|use-compress-program|editor)$/i

/** An option whose value the program runs, by its name: code, a command, or a file of either. */
const takesCode = ({ long, short, value }: CommandOption): string | undefined =>
  value === null ? undefined : [...long, ...short].find((name) => names.test(name))

/** Returns the calls with an option that runs code which count as reading, although no list says that this option reads. */
export function unlistedCode({ manifest, tree }: Pick<CatalogEntry, 'manifest' | 'tree'>): string[] {
  if (tree === undefined) return []
  const parsed = CommandNode.parse(tree)
  return [...walkCommands(parsed)].flatMap(({ path, node }) =>
    node.options.flatMap((option) => {
      const name = takesCode(option)
      if (name === undefined || isOptionListed(manifest, path, name)) return []
      return callEffect(manifest, parsed, [...path, name, 'x']) === 'read' ? [[...path, name].join(' ')] : []
    }),
  )
}

export const codeOptions: CatalogRule = {
  id: 'catalog.code-options',
  wants: 'no option that runs code or a command and counts as reading, unless it is listed as reading',
  check: (entries) =>
    entries.flatMap((entry) =>
      unlistedCode(entry).map((call) =>
        issueOf(
          entry,
          'run.effects',
          `lets ${call} count as reading, although by its name it runs what it is given; list the option`,
        ),
      ),
    ),
}
