import type { CommandOption } from '../command-tree.ts'
import { choicesInText } from './option-choices.ts'

type Details = Pick<
  CommandOption,
  'choices' | 'default' | 'env' | 'required' | 'repeatable' | 'deprecated' | 'hidden'
>

/** Only the beginning of a description is searched; the rest is prose. */
const maxSearched = 4_000

const repeats =
  /\b(?:can|may|could|might) (?:also )?be (?:\w+ )?(?:used|repeated|specified|given|passed|set|supplied|provided|listed|added) (?:multiple|several|more than|many|any number|again|as often|repeatedly)|\b(?:can|may) be repeated\b|\[array\]|(?:^|[([;,.]\s?|\b(?:specify|use|used|usable|give|given|pass|passed|set|add|provide|repeat|repeated|option|flag|it|this) )(?:multiple|several) times\b|\brepeatable\b|\b(?:more than once|multiple allowed|multiple values (?:are )?allowed|(?:repeat|use|specify) (?:this|the) (?:option|flag) (?:to|for|multiple|several))\b|\brepeating the flag\b/i

/** Reads what option parsers print in a description: choices, default, environment variable, markers. */
export function readOptionDetails(description: string): Details {
  const text = description.slice(0, maxSearched)
  const written = readDefault(text)
  const isVariable = written !== null && /^\$\{?[A-Z][A-Z0-9_]+\}?$/.test(written)
  // An initially empty list that each use of the option extends.
  const isEmptyList = written === '[]'
  return {
    choices: choicesInText(text),
    default: isVariable ? null : written,
    env: readEnv(text) ?? (isVariable ? written.replace(/[${}]/g, '') : null),
    required: /[([]required[)\]]|^required[.:]\s|\sRequired\.$|[([]required[;,] /i.test(text),
    repeatable:
      (isEmptyList || repeats.test(text)) && !/\b(?:cannot|can not|can't|must not|may not) be\b/i.test(text),
    deprecated:
      /^\W{0,3}deprecated\b|[([]deprecated\b|\. deprecated[:.]/i.test(text) || /\bDEPRECATED\b/.test(text),
    hidden: /[([]hidden[)\]]/i.test(text),
  }
}

/** `[string]`, `[number]` … at the end of a yargs row: the value type of an option without a placeholder. */
export function findTypeTag(description: string): 'string' | 'number' | 'list' | 'boolean' | undefined {
  const tag = /\[(string|number|array|boolean|count)\]/.exec(description.slice(0, maxSearched))?.[1]
  if (tag === undefined) return undefined
  if (tag === 'array') return 'list'
  return tag === 'count' ? 'boolean' : (tag as 'string' | 'number' | 'boolean')
}

/** Other names in an option's description: `[aliases: x, y]`, `(Alias: --no-x)`. */
export function readAliases(description: string): string[] {
  const found = /[([](?:short )?alias(?:es)?: ([^()[\]]{1,300})[)\]]/i.exec(
    description.slice(0, maxSearched),
  )?.[1]
  const names = found?.split(/, ?/) ?? []
  if (!names.every((name) => /^-{0,2}[A-Za-z0-9][\w.-]{0,60}$/.test(name))) return []
  return names.map((name) => (name.startsWith('-') ? name : name.length === 1 ? `-${name}` : `--${name}`))
}

const written = `"[^"]{0,200}"|'[^']{0,200}'|\`[^\`]{1,200}\``

/** `(default: x)`, `[default=x]`, `(absent=x)`; without a separator, one word or quoted text. */
const inBrackets = new RegExp(
  `[([](?:defaults?|absent)(?: value)?(?:(?: is| to)?\\s?[:=]\\s?| is | to )(${written}|\\[[^[\\]]{0,200}\\]|[^()[\\]]{0,200}(?:\\([^()]{0,80}\\)[^()[\\]]{0,100})?)[)\\]]`,
  'i',
)
const inBracketsBare = new RegExp(
  `[([]default (${written}|\\[[^[\\]]{0,200}\\]|[^\\s()[\\]]{1,200})[)\\]]`,
  'i',
)
/** Words that begin a phrase, unless followed by a dash (`as-needed`) or the end of the text (`Defaults to all.`). */
const notProse =
  '(?!(?:to|the|an?|not|only|for|as|in|this|that|when|if|whatever)(?![\\w-])|(?:no|all|on)(?![\\w-]|\\.?$)|determined)'
const inProse = new RegExp(
  `\\bdefaults?(?: value)?(?:\\s?[:=]| is| to)\\s${notProse}(${written}|[\\w./:@%+~$-]{1,100}(?![\\w=]))`,
  'i',
)
const byDefault = /[([]([\w./:-]{1,60}) by default[)\]]/i
/** http-server and samtools: `Port to use. [8080]`, `Address to use [0.0.0.0]`; one digit may be a note. */
const numberAtEnd = /\s\[(\d{2,}|\d+(?:\.\d+){3})\]$/

function readDefault(text: string): string | null {
  if (!/default|absent/i.test(text)) return numberAtEnd.exec(text)?.[1] ?? null
  const found =
    inBrackets.exec(text) ?? inBracketsBare.exec(text) ?? inProse.exec(text) ?? byDefault.exec(text)
  const [, whole] = found ?? []
  if (whole === undefined) return null
  const isQuoted = /^(["'`]).*\1$/.test(whole)
  const value = isQuoted ? whole : (whole.split(/; | or [A-Z][A-Z_]+ env/, 1)[0] ?? '').trim()
  // cloc: `(default: <n>=100)`
  const bare = value.replace(/^<\w+>=/, '').replace(/ \([^()]*\)$/, '')
  return bare.replace(/^(["'`])([^"'`]*)\1$/, '$2').replace(/[.,;:]$/, '')
}

const variables: readonly RegExp[] = [
  /[[(](?:env(?:ironment)?|\$)(?: ?var(?:iable)?s?)?[:=]?\s?\$?([A-Z][A-Z0-9_]{1,80})[=\],);]/,
  /[([]\$([A-Z][A-Z0-9_]{1,80})[)\],]/,
  /\b[Ee]nv(?:ironment)?(?: ?var(?:iable)?)?s?:?\s[`'"]?\$?([A-Z][A-Z0-9]*_[A-Z0-9_]{1,80})/,
  /[([][^()[\]]{0,80}?\$?\b([A-Z][A-Z0-9_]{1,80}) env[)\]]/,
]

function readEnv(text: string): string | null {
  for (const pattern of variables) {
    const found = pattern.exec(text)?.[1]
    if (found !== undefined) return found
  }
  return null
}
