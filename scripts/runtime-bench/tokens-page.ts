import type { Recorded } from './conversations/recorded.ts'
import { conversationsSection } from './conversations/section.ts'

interface Row {
  count: number
  ours: number
  perApp: number
  perCommand: number
}

/** What the page is made of; kept, so that a test makes it again. */
export interface Figures {
  rows: readonly Row[]
  /** Tools of the longest list. */
  tools: readonly { name: string; tokens: number }[]
  /** `commands` is their number, `isWhole` whether every subcommand was read. */
  programs: readonly { name: string; commands: number; isWhole: boolean; tokens: number }[]
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
export function tokensPage({ rows, tools, programs, apps }: Figures, recorded: Recorded): string {
  const commands = programs.reduce((sum, program) => sum + program.commands, 0)
  const whole = programs.filter(({ isWhole }) => isWhole)
  const wholeShare = whole.reduce((sum, { tokens }) => sum + tokens, 0)
  const allTokens = programs.reduce((sum, { tokens }) => sum + tokens, 0)
  const middle = [...programs].sort((a, b) => a.tokens - b.tokens)[Math.floor(programs.length / 2)]
  return `# Tokens

What it costs a model, in tokens, to use command-line programs. A real tokenizer (\`o200k_base\`) counts every text as a chat API takes it.
\`npm run bench:runtime -- tokens\` counts again and regenerates this page and its chart; \`npm run bench:runtime -- conversations\` records the
conversations again (network, bubblewrap).

${conversationsSection(recorded)}
## Tokens of the tool list

The tokens that a model receives before the first word of a conversation, by the number of installed apps.

![Tokens of the tool list by number of installed apps](tokens.svg)

| installed apps | cli-apps | one tool per app | one MCP tool per command |
| ---: | ---: | ---: | ---: |
${rows.map(({ count, ours, perApp, perCommand }) => `| ${count} | ${shown(ours)} | ${shown(perApp)} | ${shown(perCommand)} |`).join('\n')}

With few apps, one tool per app takes fewer tokens, although it does not say how to call an app safely, find it or install
it; from about ${crossing(rows)} apps on it takes more.

- **cli-apps**: the whole list of a real runtime, with all of its built-in tools except those for jobs and for long output, which are listed once there is a job or such output. With ${shown(rows.at(-1)?.count ?? 0)} apps:
  ${tools.map(({ name, tokens }) => `\`${name}\` ${shown(tokens)}`).join(', ')}. \`find_cli_apps\`
  finds what is not in the list, which costs a call and its result ([discovery](discovery.md)).
- **One tool per app**: its summary and one list of arguments, which is the minimum. The mean of the ${apps} apps
  of the catalog, times the number of apps.
- **One MCP tool per command**: the schemas that \`cli-apps tools\` prints, one for each command without subcommands.
  The mean of ${programs.length} real programs with ${shown(commands)} commands, times the number of apps.

The apps are those of the catalog, sorted by name; above ${apps} they repeat, with a number after the name. The ${programs.length} programs are
those with recorded help in \`test/fixtures\`: ${whole.map(({ name, commands }) => `${name} (${commands} commands)`).join(', ')}
with every subcommand, and ${programs
    .filter(({ isWhole }) => !isWhole)
    .map(({ name }) => name)
    .join(', ')}
with only their root screen, so that their subcommands count without options, which is too low. The few large programs
dominate the mean: they make up ${Math.round((100 * wholeShare) / allTokens)}% of it, and the median program (${middle?.name ?? ''}) takes ${shown(middle?.tokens ?? 0)} tokens.
`
}
