import type { PooledProgram } from './command-pool.ts'

interface Row {
  count: number
  ours: number
  perApp: number
  perCommand: number
}

interface Figures {
  rows: readonly Row[]
  /** Tools of the longest list. */
  tools: readonly { name: string; tokens: number }[]
  programs: readonly (PooledProgram & { tokens: number })[]
  /** Number of apps in the catalog. */
  apps: number
}

const shown = (value: number): string => value.toLocaleString('en')

/** The number of apps beyond which one tool per app costs more, interpolating the built-in list between two counts. */
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

The tokens that a model receives before the first word of a conversation, by the number of installed apps.
\`npm run bench:runtime -- tokens\` counts them again and regenerates this page and its chart.

![Tokens of the tool list by number of installed apps](tokens.svg)

| installed apps | cli-apps | one tool per app | one MCP tool per command |
| ---: | ---: | ---: | ---: |
${rows.map(({ count, ours, perApp, perCommand }) => `| ${count} | ${shown(ours)} | ${shown(perApp)} | ${shown(perCommand)} |`).join('\n')}

With few apps, one tool per app takes fewer tokens, although it does not say how to call an app safely, find it or install
it; from about ${crossing(rows)} apps on it takes more.

A real tokenizer (\`o200k_base\`) counts the tokens of the JSON of the tools, as a chat API takes them.

- **cli-apps**: the whole list of a real runtime, with all of its built-in tools. With ${shown(rows.at(-1)?.count ?? 0)} apps:
  ${tools.map(({ name, tokens }) => `\`${name}\` ${shown(tokens)}`).join(', ')}. \`find_cli_apps\`
  finds what is not in the list, which costs a call and its result ([discovery](discovery.md)).
- **One tool per app**: its summary and one list of arguments, which is the minimum. The mean of the ${apps} apps
  of the catalog, times the number of apps.
- **One MCP tool per command**: the schemas that \`cli-apps tools\` prints, one for each command without subcommands.
  The mean of ${programs.length} real programs with ${shown(commands)} commands, times the number of apps.

The apps are those of the catalog, sorted by name; above ${apps} they repeat, with a number after the name. The ${programs.length} programs are
those with recorded help in \`test/fixtures\`: ${whole.map(({ name, commands }) => `${name} (${commands.length} commands)`).join(', ')}
with every subcommand, and ${programs
    .filter(({ isWhole }) => !isWhole)
    .map(({ name }) => name)
    .join(', ')}
with only their root screen, so that their subcommands count without options, which is too low. The few large programs
dominate the mean: they make up ${Math.round((100 * wholeShare) / allTokens)}% of it, and the median program (${middle?.name ?? ''}) takes ${shown(middle?.tokens ?? 0)} tokens.
`
}
