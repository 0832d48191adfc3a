import { type CommandNode, type CommandOption, t, walkCommands } from '@cli-apps/core'
import { tableText } from '../ui/table.ts'

/** Renders a command tree for people: description, indented commands, options, and what is missing. */
export function treeText(root: CommandNode): string {
  const options = root.options.filter(({ hidden }) => !hidden)
  const commands = [...walkCommands(root)].slice(1).filter(({ node }) => !node.hidden)
  const notes = [...walkCommands(root)].flatMap(({ node, path }) =>
    node.warnings.map((text) => `${[root.name, ...path].join(' ')}: ${text}`),
  )
  const sections = [
    [
      [root.name, oneLine(root.summary)].filter(Boolean).join(' - '),
      ...root.usage.map((line) => `  ${line}`),
    ],
    commands.length === 0
      ? []
      : [
          t('tree-text.commands', 'Commands: {count}', { count: commands.length }),
          rows(commands.map(commandRow)),
        ],
    options.length === 0
      ? []
      : [t('tree-text.options', 'Options: {count}', { count: options.length }), rows(options.map(optionRow))],
    notes.length === 0
      ? []
      : [t('tree-text.what-could-not-read', 'What could not be read:'), ...notes.map((note) => `  ${note}`)],
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

const rows = (cells: readonly string[][]): string =>
  tableText(cells)
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')

const commandRow = ({ node, path }: { node: CommandNode; path: readonly string[] }): string[] => [
  `${'  '.repeat(path.length - 1)}${[node.name, ...node.aliases].join(', ')}`,
  node.options.length === 0 ? '' : `${node.options.filter(({ inherited }) => !inherited).length}`,
  oneLine(node.summary),
]

const optionRow = ({ long, short, value, description }: CommandOption): string[] => [
  `${[...short, ...long].join(', ')}${value === null ? '' : ` <${value.name}>`}`,
  oneLine(description),
]

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}
