import type { PooledProgram } from './command-pool.ts'

interface Row {
  count: number
  ours: number
  perApp: number
  perCommand: number
}

interface Figures {
  rows: readonly Row[]
  /** Of the longest list. */
  tools: readonly { name: string; tokens: number }[]
  programs: readonly (PooledProgram & { tokens: number })[]
  /** How many the catalogue has. */
  apps: number
}

const shown = (value: number): string => value.toLocaleString('en')

/** The number of apps from which on one tool for each takes more, the built-in list growing in a line between two counts. */
function crossing(rows: readonly Row[]): number {
  const at = rows.findIndex(({ ours, perApp }) => perApp > ours)
  const [low, high] = [rows[at - 1], rows[at]]
  if (low === undefined || high === undefined) return high?.count ?? 0
  const slope = (high.ours - low.ours) / (high.count - low.count)
  const each = high.perApp / high.count
  return Math.ceil((low.ours - slope * low.count) / (each - slope))
}

/** `docs/tokens.md`. */
export function tokensPage({ rows, tools, programs, apps }: Figures): string {
  const commands = programs.reduce((sum, program) => sum + program.commands.length, 0)
  const whole = programs.filter(({ isWhole }) => isWhole)
  const wholeShare = whole.reduce((sum, { tokens }) => sum + tokens, 0)
  const allTokens = programs.reduce((sum, { tokens }) => sum + tokens, 0)
  const middle = [...programs].sort((a, b) => a.tokens - b.tokens)[Math.floor(programs.length / 2)]
  return `# Tokens of the tool list

What a model is given before the first word of a conversation, for so many installed apps. \`npm run bench:runtime -- tokens\`
counts it anew and writes this page and its chart.

![Tokens of the tool list by number of installed apps](tokens.svg)

| installed apps | cli-apps | one tool per app | one MCP tool per command |
| ---: | ---: | ---: | ---: |
${rows.map(({ count, ours, perApp, perCommand }) => `| ${count} | ${shown(ours)} | ${shown(perApp)} | ${shown(perCommand)} |`).join('\n')}

With few apps a tool for each takes less, though it says nothing of how the app is called safely, found or installed; from
about ${crossing(rows)} on it takes more.

Tokens are counted as \`o200k_base\` by a real tokenizer, over the JSON of the tools as a chat API takes them.

- **cli-apps**: the whole list of a real runtime, with all of its built-in tools. With ${shown(rows.at(-1)?.count ?? 0)} apps:
  ${tools.map(({ name, tokens }) => `\`${name}\` ${shown(tokens)}`).join(', ')}. What is
  not in the list is found with \`find_cli_apps\`, which costs a call and its answer ([discovery](discovery.md)).
- **One tool per app**: its summary, and one list of arguments: the least that such a tool needs. The mean of the ${apps} apps
  of the catalogue times the number of apps.
- **One MCP tool per command**: the schemas that \`cli-apps tools\` gives, one for each command that has no others below it.
  The mean of ${programs.length} real programs with ${shown(commands)} commands times the number of apps.

The apps are those of the catalogue, in order of name; above ${apps} they come again, with a number behind the name. The ${programs.length} programs are
those whose help is recorded in \`test/fixtures\`: ${whole.map(({ name, commands }) => `${name} (${commands.length} commands)`).join(', ')}
with every subcommand, and ${programs
    .filter(({ isWhole }) => !isWhole)
    .map(({ name }) => name)
    .join(', ')}
by the root screen alone, so that their subcommands count without their options, which is too little. The mean leans on the
few large programs: they make ${Math.round((100 * wholeShare) / allTokens)}% of it, and the program in the middle (${middle?.name ?? ''}) takes ${shown(middle?.tokens ?? 0)} tokens.
`
}
