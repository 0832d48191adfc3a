import type { CommandNode, CommandOption } from '../command-tree.ts'

/** An option that a parent has too, with the same description, is inherited and not the command's own. */
export const optionKey = ({ long, short, description }: CommandOption): string =>
  [...long, ...short, description].join('\0')

export const isInherited = (option: CommandOption, known: ReadonlySet<string>): boolean =>
  known.has(optionKey(option)) || /^(?:global|inherited|options inherited)\b/i.test(option.group ?? '')

/** Prefers the command's own screen; from the parent's list it keeps only what the screen lacks. */
export function fillCommand(node: CommandNode, own: CommandNode): void {
  const listed = node.commands
  const { group } = node
  const { summary, aliases } = withBracketedAliases(node, own.summary)
  Object.assign(node, own, {
    aliases: [...new Set([...aliases, ...own.aliases])],
    group,
    summary: summary === '' ? own.summary : summary,
  })
  for (const child of listed)
    if (!node.commands.some(({ name }) => name === child.name)) node.commands.push(child)
}

/** `[i|in] Install it`, where the command's own screen only says `Install it`. */
function withBracketedAliases(
  { summary, aliases }: CommandNode,
  ownSummary: string,
): Pick<CommandNode, 'summary' | 'aliases'> {
  const [, names, rest] = /^\[([\w:|-]{1,200})\] (.+)$/.exec(summary) ?? []
  if (names === undefined || rest === undefined || rest !== ownSummary) return { summary, aliases }
  return { summary: rest, aliases: [...new Set([...aliases, ...names.split('|').filter(Boolean)])] }
}
