import type { CommandOption } from '@cli-apps/help/command-tree'

/** Words in option names, by their value to someone who calls a program without seeing its screen. */
const worth: readonly (readonly [RegExp, number])[] = [
  [/(?:^|-)(?:json|format|output|out|outfile|out-file|out-dir|to|export)(?:-|$)/, 9],
  [/(?:^|-)(?:dry-run|yes|confirm|non-interactive|no-input|no-prompt|write|fix|check)(?:-|$)/, 7],
  [
    /(?:^|-)(?:filter|query|search|limit|max|where|select|state|status|author|since|until|sort|order|all|recursive)(?:-|$)/,
    5,
  ],
  [
    /(?:^|-)(?:include|exclude|ignore|pattern|match|type|kind|name|title|body|message|text|file|input|from|template|target|branch|tag|id|user|repo|project|host|port|url|path|dir|directory|fields?|columns?|range|page|size|width|height|quality|language|encoding|data|header|method|volume|mount|env|workdir|publish|network|platform)(?:-|$)/,
    5,
  ],
  [
    /(?:^|-)(?:config|config-file|parallel|depth|stdin|delete|replace|description|force|overwrite|quiet|label)(?:-|$)/,
    2,
  ],
  [
    /(?:^|-)(?:color|colour|colors|verbose|debug|trace|log|logs|log-level|loglevel|telemetry|prof|profile|profiling|experimental|unstable|completion|completions|cache|banner|progress|spinner|pager|notifier|proxy|certs?|certificate|cafile|ca|tls|ssl|key|timeout|retry|retries|user-agent|inspect|stack|memory|heap|gc|wasm|abort|warnings?|silent|watch|follow|interactive|license|banner|bell)(?:-|$)/,
    -7,
  ],
]

/** What nobody asks a program who has its skill. */
const aboutItself = /^(?:show|print|display)s? (?:the |this )?(?:help|usage|licen[cs]e|version|copyright)/i

const neutral = /^(?:--?help|-h|-\?|--?version|-V)$/

/** Help and version are well-known in every program; `-h` alone may mean something else. */
export const isNeutral = ({ long, short, value }: CommandOption): boolean =>
  value === null && (long.length > 0 ? long : short).every((name) => neutral.test(name))

interface ScoreContext {
  /** The options that the recipes give. */
  used: ReadonlySet<string>
  /** What the manifest and the program's own examples write about: options that they name are likely to be needed. */
  told: string
}

/**
 * Scores how useful an option is beside the recipes, from -20 to 40. `undefined` for options that only references show:
 * those that the recipes show already.
 */
export function optionScore(
  option: CommandOption,
  at: number,
  { used, told }: ScoreContext,
): number | undefined {
  if (option.hidden || option.deprecated || isNeutral(option)) return undefined
  const names = [...option.long, ...option.short]
  if (names.some((name) => used.has(name))) return undefined
  const plain = option.long.map((name) => name.replace(/^-+(?:\[no-\]|no-)?/, '').toLowerCase())
  // Names of several words are mostly those of special cases.
  const parts = Math.min(...plain.map((name) => name.split('-').length), 4)
  const words = worth
    .filter(([pattern]) => plain.some((name) => pattern.test(name)))
    .map(([, score]) => score)
  const low = Math.min(aboutItself.test(option.description) ? -9 : 0, ...words)
  const isTold = names.some((name) => name.length > 2 && told.includes(name))
  return (
    (isTold ? 10 : 0) +
    (option.required ? 20 : 0) +
    (low < 0 ? low : Math.max(0, ...words) / parts ** 0.7) +
    (option.short.length > 0 ? 3 : 0) +
    (option.description === '' ? -3 : 0) +
    (option.choices.length > 0 ? 1 : 0) -
    Math.min(at, 40) / 20
  )
}
