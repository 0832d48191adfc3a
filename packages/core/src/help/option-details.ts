import type { CommandOption } from '../command-tree.ts'

type Details = Pick<
  CommandOption,
  'choices' | 'default' | 'env' | 'required' | 'repeatable' | 'deprecated' | 'hidden'
>

/** Only the beginning of a description is searched: what follows is prose. */
const maxSearched = 4_000

/** What an option's description says about it in the ways that option parsers print: choices, default, environment, marks. */
export function readOptionDetails(description: string, placeholder: string | undefined): Details {
  const text = description.slice(0, maxSearched)
  return {
    choices: readChoices(text, placeholder),
    default: readDefault(text),
    env: readEnv(text),
    required: /[([]required[)\]]|\bRequired\.|\(required\b/i.test(text),
    repeatable:
      /can be (used|repeated|specified|given|passed|set) (multiple|several|more than)|\[array\]|\bmultiple times\b|\brepeatable\b/i.test(
        text,
      ),
    deprecated: /^[\W]{0,3}deprecated\b|[([]deprecated\b/i.test(text),
    hidden: /[([]hidden[)\]]/i.test(text),
  }
}

/** `[string]`, `[number]` … at the end of a yargs row: the kind of value of an option without placeholder. */
export function findTypeTag(description: string): 'string' | 'number' | 'list' | 'boolean' | undefined {
  const tag = /\[(string|number|array|boolean|count)\]/.exec(description.slice(0, maxSearched))?.[1]
  if (tag === undefined) return undefined
  if (tag === 'array') return 'list'
  return tag === 'count' ? 'boolean' : (tag as 'string' | 'number' | 'boolean')
}

const listed: readonly RegExp[] = [
  /[([](?:choices|possible values|one of|choose from|allowed values|valid values|allowed|values|options|available):?\s([^)\]]{1,1500})[)\]]/i,
  /(?:^|[\s(])<options: ([^>]{1,1500})>/i,
  /\b(?:one of|possible values(?: are)?|choices(?: are)?|valid values(?: are)?|allowed values(?: are)?|supported(?: values)? are|available(?: values| options)?)\s?:\s?([^.;()[\]]{3,800})/i,
  /\b(?:one of|either)\s([`'"]\w[^.;()[\]]{3,400})/i,
]

function readChoices(text: string, placeholder: string | undefined): string[] {
  const inPlaceholder = placeholder === undefined ? [] : choicesOfPlaceholder(placeholder)
  if (inPlaceholder.length > 0) return inPlaceholder
  for (const pattern of listed) {
    const found = pattern.exec(text)?.[1]
    const choices = found === undefined ? [] : splitChoices(found)
    if (choices.length > 1) return choices
  }
  const bullets = bulletChoices(text)
  if (bullets.length > 1) return bullets
  const bare = /^\{([\w.,+-]{3,400})\}/.exec(text)?.[1]
  return bare === undefined ? [] : splitChoices(bare)
}

/** `a|b`, `{a,b}` and `always, never` inside a placeholder; upper-case words there are names, not values. */
function choicesOfPlaceholder(placeholder: string): string[] {
  const inner = placeholder.replace(/^[<[{(=]+|[>\]})]+$/g, '')
  const parts = inner.includes('|') ? inner.split('|') : inner.includes(',') ? inner.split(',') : []
  const choices = parts.map((part) => part.trim().replace(/^["']|["']$/g, ''))
  const isPlain = choices.length > 1 && choices.every((choice) => /^[\w.:+-]{1,60}$/.test(choice))
  const isNames = choices.every((choice) => /^[A-Z_]+$/.test(choice)) && !placeholder.includes('{')
  return isPlain && !isNames ? choices : []
}

function splitChoices(list: string): string[] {
  const parts = list.split(/\s*[,|]\s*|\s+or\s+|\s+and\s+/).slice(0, 200)
  const choices = parts.map((part) =>
    part
      .trim()
      .replace(/^(?:or|and)\s+/, '')
      .replace(/^["'`]|["'`.]+$/g, '')
      .trim(),
  )
  const kept = choices.filter((choice) => choice !== '')
  return kept.every((choice) => /^[\w.:+@/*-]{1,60}$/.test(choice)) ? [...new Set(kept)] : []
}

/** Clap's long help lists possible values one a line: `- always: text`. */
function bulletChoices(text: string): string[] {
  const at = text.search(/possible values:\s/i)
  if (at < 0) return []
  const found = text.slice(at).matchAll(/(?:\s|^)- ([\w.+-]{1,60})(?=:\s|\s-\s|\s*$)/g)
  return [...found].map((match) => match[1] ?? '')
}

function readDefault(text: string): string | null {
  const found =
    /[([]defaults?(?: value)?(?: is|:| to|=)?:?\s?("[^"]{0,200}"|'[^']{0,200}'|`[^`]{1,200}`|[^)\]]{1,200})[)\]]/i.exec(
      text,
    ) ??
    /\bdefaults?(?: value)?(?::| is| to)\s(?!to\b|the\b|an?\b|not\b|no\b|only\b|all\b|for\b|determined|when\b)("[^"]{0,200}"|'[^']{0,200}'|`[^`]{1,200}`|[\w./:@%+-]{1,100})/i.exec(
      text,
    )
  const value = found?.[1]?.trim()
  if (value === undefined) return null
  return value.replace(/^(["'`])([^"'`]*)\1$/, '$2').replace(/[.,;]$/, '')
}

function readEnv(text: string): string | null {
  const found =
    /\[(?:env|\$)(?: var)?:?\s?\$?([A-Z][A-Z0-9_]{1,80})[=\]]/.exec(text) ??
    /[([]\$([A-Z][A-Z0-9_]{1,80})[)\]]/.exec(text) ??
    /\benv(?:ironment)?(?: var(?:iable)?)?:?\s\$?([A-Z][A-Z0-9]*_[A-Z0-9_]{1,80})/.exec(text)
  return found?.[1] ?? null
}
