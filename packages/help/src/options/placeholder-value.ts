import type { OptionValue } from '../command-tree.ts'
import { choicesInPlaceholder } from './option-choices.ts'

export interface ReadValue {
  value: OptionValue | null
  /** Values that the placeholder lists, such as `{a,b}`. */
  choices: string[]
  /** Whether the placeholder is in angle brackets. */
  isBracketed: boolean
  /** `--level=5`, `--addr=":80"`: the default is printed in place of the placeholder. */
  default: string | null
  repeatable: boolean
  end: number
}

/** kubectl: `--overwrite=false` is a switch with its default. */
const switchValue = {
  isBracketed: false,
  value: { name: 'true|false', type: 'boolean', optional: true, glued: true },
  choices: [],
  repeatable: false,
} satisfies Omit<ReadValue, 'default' | 'end'>

interface Written {
  optional?: boolean
  glued?: boolean
  /** No sign stands between the name and the value. */
  direct?: boolean
  end: number
}

/** Returns the value that a placeholder stands for, from what a help writes behind a name. */
export function placeholderValue(
  text: string,
  { optional = false, glued = false, direct = false, end }: Written,
): ReadValue {
  // eSpeak NG: `--path="<path>"` is no default.
  const raw = text.replace(/^"(<[^<>"]+>)"$/, '$1')
  if (glued && /^(?:true|false)$/.test(raw)) return { ...switchValue, default: raw, end }
  const many = raw !== '...' && /\.\.\.|\[,|,\.\.|…/.test(raw)
  const written = glued && !optional ? writtenDefault(raw) : null
  const name = written === null ? bareName(raw) : 'value'
  const choices = choicesInPlaceholder(raw)
  const type = typeOf(name, { many, written })
  return {
    isBracketed: raw.startsWith('<'),
    default: written,
    // The last word of `<cli-override|prefer-file>` is a literal choice, not a file.
    value: {
      name: name === '' ? 'value' : name,
      type: type === 'path' && choices.length > 0 ? 'unknown' : type,
      optional,
      glued,
      ...(direct && { direct }),
    },
    choices,
    repeatable: many,
    end,
  }
}

function bareName(raw: string): string {
  const plain = raw
    .replace(/\.{2,}|…/g, '')
    .replace(/:$|::[A-Z]\w*$/, '')
    .trim()
  const single = /^[<[{("']([^<>[\]{}()]*)[>\]})"']$/.exec(plain)
  // `<a>[,<a>...]`, `FILE [FILE ...]`: a repetition.
  const again = /^[<[]?([^<>[\]{}(), ]+)[>\]]? ?\[[ ,]*<?([^<>[\]{}(), ]+)>?/.exec(plain)
  const first = again !== null && again[1] === again[2] ? again[1] : undefined
  return (first ?? single?.[1] ?? plain).trim().slice(0, 200)
}

const types: readonly [RegExp, OptionValue['type']][] = [
  [/^(strings|ints|stringArray|stringSlice|list|array|globs?)$|\.\.\./, 'list'],
  [
    /^(#|n|num|number|int|integer|integer range|float range|uint\d*|int\d*|float\d*|double|count|port|seconds|secs|ms|lines|depth|width|height)$/i,
    'number',
  ],
  [/(^|[_ -])(file|files|filename|path|paths|dir|directory|folder)$|^(file|path|dir)/i, 'path'],
  [/(^|[_ -])(url|uri)$/i, 'url'],
  [/^(bool|boolean|true\|false)$/i, 'boolean'],
  [/^(string|str|text)$/i, 'string'],
]

/** kingpin and others print a default in place of a value's name; no placeholder begins with a digit or a quote. */
function writtenDefault(raw: string): string | null {
  const quoted = /^"([^"]*)"$/.exec(raw)?.[1]
  return quoted ?? (/^(?:\d[\w.:%]*|[:/^.][^\s[\]<>|]*)$/.test(raw) && !/\.\./.test(raw) ? raw : null)
}

const typeOf = (
  name: string,
  { many, written }: { many: boolean; written: string | null },
): OptionValue['type'] =>
  written !== null && /^\d+$/.test(written)
    ? 'number'
    : many
      ? 'list'
      : (types.find(([pattern]) => pattern.test(name))?.[1] ?? 'unknown')
