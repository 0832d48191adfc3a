import { ChangePlan, commandResults, ErrorDocument } from '@cli-apps/core/results'
import { commonOptions } from '../../services/installer/src/command.ts'
import { type CommandFacts, groupedCommands } from '../../services/installer/src/command-facts.ts'
import { optionNames } from '../../services/installer/src/ui/help-text.ts'
import { commandExamples } from './command-examples.ts'
import { documentsOf, type SchemaRow, schemaRows } from './schema-rows.ts'

const introduction = `# Commands

This page is made from the command table and the schemas of the code by \`npm run docs\`.

Results go to stdout, everything else to stderr. With \`--json\` a command prints one JSON document on stdout; its keys are
below, as JSON Schema they are in \`@cli-apps/core/schema/results.json\`. Keys may be added in later versions. On failure the
document is an [error](#error), always in English. A command that takes \`--dry-run\` then prints a [change plan](#change-plan)
and changes nothing; one that changes something asks first, or takes \`--yes\`, and where nobody can be asked it refuses.

Characters that a terminal could obey or would not show are escaped in JSON and left out of text. Colours are used on a
terminal only, none when \`NO_COLOR\` is set; \`FORCE_COLOR\` asks for them elsewhere. In a locale without UTF-8 signs such as
\`…\` are written in ASCII. Messages are in Chinese with \`--lang zh\`, after \`cli-apps config set lang zh\`, or where \`LC_ALL\`,
\`LC_MESSAGES\` or \`LANG\` says \`zh\`: the first of these that says anything decides.

\`source <(cli-apps completion bash)\`, the same with \`zsh\`, and \`cli-apps completion fish | source\` make the shell complete
commands, options and app names. Names of apps that can be installed are those of the index that was last fetched.

## Exit statuses

| Status | Meaning |
| --- | --- |
| 0 | done |
| 1 | a bug in cli-apps |
| 2 | wrong use of a command, or consent is needed and nobody can be asked |
| 3 | a manifest, lockfile or other document is invalid |
| 4 | there is no such app, version or file |
| 5 | it is taken, or was changed underneath |
| 6 | no valid token, or it may not do this |
| 7 | no way to install fits this machine |
| 8 | a digest or signature does not match, or \`verify\`, \`doctor\`, \`ci\` or \`lock --check\` found differences |
| 9 | too large or too many, or the network or a server failed: trying again may help |
| 10 | a package manager or a program failed where it had to succeed |
| 125 | \`run\` itself failed; any other status of \`run\` is the program's, 128 and the signal's number where one ended it |
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
    '## Options of every command\n',
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
    Object.entries(options).map(([name, spec]) => [
      `\`${optionNames(name, spec).trim()}\``,
      spec.description,
    ]),
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
