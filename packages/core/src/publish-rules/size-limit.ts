import { CommandNode, walkCommands } from '@cli-apps/help/command-tree'
import type { Issue } from '../errors/errors.ts'
import { jsonPath } from '../errors/issues.ts'
import { inlineTree } from '../manifest/publication.ts'
import { t } from '../messages/t.ts'
import type { PublishRule } from './publish-rule.ts'

const maxSize = 512_000
const maxCommands = 2_000
/** With the manifest, its trees and their encoding, this leaves a request below the limit of registries. */
const maxClosures = 400_000
/** Of one text that is shown; unfolded, some characters become eighteen. */
export const maxTextLength = 20_000

const treeOf = (value: unknown): CommandNode | undefined => CommandNode.safeParse(value).data

export const sizeLimit: PublishRule = {
  id: 'publish.size-limit',
  refuses: `a manifest of more than ${maxSize.toLocaleString('en')} characters as compact JSON, with more than ${maxCommands.toLocaleString('en')} commands, with lists of Debian packages of more than ${maxClosures.toLocaleString('en')} characters in all, or with a text of more than ${maxTextLength.toLocaleString('en')} characters outside the files and checks of its recipes`,
  approvable: false,
  check: ({ manifest, texts, size, programs, closures }) => {
    const issues: Issue[] = []
    const listed = JSON.stringify(closures).length
    if (listed > maxClosures)
      issues.push({
        path: 'closures',
        message: t(
          'size-limit.has-characters-as-compact',
          'has {size} characters as compact JSON; at most {maxSize} are allowed',
          { size: listed, maxSize: maxClosures },
        ),
        hint: t('size-limit.hint.closures', 'Offer fewer architectures, or another method.'),
      })
    if (size > maxSize)
      issues.push({
        path: '',
        message: t(
          'size-limit.has-characters-as-compact',
          'has {size} characters as compact JSON; at most {maxSize} are allowed',
          { size, maxSize },
        ),
        hint: t(
          'size-limit.hint',
          'Leave out commands that nobody needs; the installer reads them from the program.',
        ),
      })
    const trees = [inlineTree(manifest.commands), ...Object.values(programs).map(treeOf)]
    const commands = trees.reduce(
      (sum, tree) => sum + (tree === undefined ? 0 : [...walkCommands(tree)].length),
      0,
    )
    if (commands > maxCommands)
      issues.push({
        path: 'commands',
        message: t(
          'size-limit.has-commands-most-allowed',
          'has {commands} commands; at most {maxCommands} are allowed',
          { commands, maxCommands },
        ),
        hint: t('size-limit.hint.leave-out-deepest', 'Leave out the deepest.'),
      })
    for (const { path, text, isShown } of texts) {
      if (isShown && text.length > maxTextLength)
        issues.push({
          path: jsonPath(path),
          message: t(
            'size-limit.has-characters-most-allowed',
            'has {count} characters; at most {maxTextLength} are allowed',
            { count: text.length, maxTextLength },
          ),
          hint: t('size-limit.hint.shorten', 'Shorten it.'),
        })
    }
    return issues
  },
}
