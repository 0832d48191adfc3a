import type { CommandNode } from '@cli-apps/core'

const named = /\b(stdin|standard input)\b/i
/** A file that may be left out, as in `[FILE]...`: most such programs read standard input instead. */
const optionalFile = /\[(?:<?(?:input[-_ ]?)?(?:file|files|path|input)s?>?)[\].… ]/i

/** Whether a program reads standard input when no file is named, by what its help says. */
export const readsInput = (tree: CommandNode | undefined): boolean =>
  tree !== undefined &&
  (tree.usage.some((line) => named.test(line) || optionalFile.test(line)) ||
    named.test(tree.summary) ||
    tree.arguments.some(({ name }) => named.test(name)) ||
    tree.options.some(({ description }) => named.test(description)))
