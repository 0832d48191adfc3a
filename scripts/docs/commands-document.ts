import { optionTerm } from '@cli-apps/core/command-line'
import { ChangePlan, ErrorDocument } from '@cli-apps/core/results'
import { commonOptions } from '../../services/installer/src/command.ts'
import { type CommandFacts, groupedCommands } from '../../services/installer/src/command-facts.ts'
import { commandResults } from '../../services/installer/src/command-results.ts'
import { commandExamples } from './command-examples.ts'
import { documentsOf, type SchemaRow, schemaRows } from './schema-rows.ts'

const introduction = `# Commands

\`npm run docs\` generates this page from the command table and the schemas in the code.

Results go to stdout, everything else to stderr. With \`--json\` a command prints one JSON document on stdout; its keys are
listed below, and \`cli-apps/schema/results.json\` has them as JSON Schema. Later versions may add keys. On failure the
document is an [error](#error), always in English. With \`--dry-run\`, a command that accepts it prints a [change plan](#change-plan)
and changes nothing. A command that changes something asks first unless \`--yes\` is given; without a terminal it refuses.

Characters that a terminal could interpret or would not show are escaped in JSON and left out of text. Colors are used only
on a terminal, and not when \`NO_COLOR\` is set; \`FORCE_COLOR\` enables them elsewhere. In a locale without UTF-8, characters
such as \`…\` are written in ASCII. Messages are in Chinese with \`--lang zh\`, after \`cli-apps config set lang zh\`, or when
\`LC_ALL\`, \`LC_MESSAGES\` or \`LANG\` is \`zh\`: the first of these that is set decides.

\`source <(cli-apps completion bash)\`, the same with \`zsh\`, and \`cli-apps completion fish | source\` make the shell complete
commands, options and app names. Names of available apps come from the index that was last fetched.

## Exit statuses

| Status | Meaning |
| --- | --- |
| 0 | done |
| 1 | a bug in cli-apps |
| 2 | wrong use of a command, or consent is required and nobody can be asked |
| 3 | a manifest, lockfile or other document is invalid |
| 4 | app, version or file not found |
| 5 | already taken, or changed by another process meanwhile |
| 6 | no valid token, or the token has no permission |
| 7 | no install method fits this machine |
| 8 | a digest or signature does not match, or \`verify\`, \`doctor\`, \`ci\` or \`lock --check\` found differences |
| 9 | too large or too many, or the network or a server failed: a retry may help |
| 10 | a package manager or a program failed where it had to succeed |
| 125 | \`run\` itself failed; any other status of \`run\` is the program's, or 128 plus the signal number when a signal ended it |
| 130 | interrupted, or the answer was no |
`

/** docs/commands.md. */
export function commandsDocument(facts: Readonly<Record<string, CommandFacts>>): string {
  const groups = groupedCommands(Object.keys(facts))
  const sections = groups.flatMap(({ title, members }) => [
    `## ${title.replace(/:$/, '')}\n`,
    ...members.map((name) => commandSection(name, facts[name])),
  ])
  return [
    introduction,
    '## Common options\n\nThey may also stand before the command.\n',
    optionTable(commonOptions),
    ...sections,
    '## Documents\n',
    '### Change plan\n',
    rowsTable(schemaRows(ChangePlan)),
    '### Error\n',
    rowsTable(schemaRows(ErrorDocument)),
  ].join('\n')
}

function commandSection(name: string, facts: CommandFacts | undefined): string {
  if (facts === undefined) return ''
  const own = Object.entries(facts.options).filter(([option]) => !Object.hasOwn(commonOptions, option))
  const schema = Object.entries(commandResults).find(([known]) => known === name)?.[1]
  return [
    `### ${name}\n`,
    `${facts.summary}.\n`,
    `\`cli-apps ${`${name} ${facts.usage}`.trimEnd()}\`\n`,
    `\`\`\`sh\n${(commandExamples[name] ?? []).join('\n')}\n\`\`\`\n`,
    ...(own.length === 0 ? [] : [optionTable(Object.fromEntries(own))]),
    ...(schema === undefined ? [] : documentsOf(schema).flatMap(documentTable)),
  ].join('\n')
}

const optionTable = (options: CommandFacts['options']): string =>
  table(
    ['Option', 'Meaning'],
    Object.entries(options).map(([name, spec]) => [`\`${optionTerm(name, spec).trim()}\``, spec.description]),
  )

const documentTable = ({ of, rows }: { of: string; rows: readonly SchemaRow[] }): string[] => [
  of === '' ? 'With `--json`:\n' : `With \`--json\`, ${of}:\n`,
  rowsTable(rows),
]

const rowsTable = (rows: readonly SchemaRow[]): string =>
  table(
    ['Key', 'Type', 'Meaning'],
    rows.map(({ path, type, about }) => [`\`${path}\``, type, about]),
  )

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`)
    .join('')
