import { IntlMessageFormat } from 'intl-messageformat'
import type { SourceMessage } from './find-messages.ts'

export interface TranslationFaults {
  /** Messages of the sources that have no translation. */
  missing: SourceMessage[]
  /** Ids of translations that no source uses. */
  unused: string[]
  /** Ids whose translation has other parameters than the English template, or cannot be parsed. */
  parameters: string[]
  /** Ids that stand for two different texts. */
  ambiguous: string[]
  /** Ids whose English template needs `plural` and not `t`. */
  needPlural: string[]
}

/** Compares the messages of the sources with their translations. */
export function checkTranslations(
  found: readonly SourceMessage[],
  translations: Readonly<Record<string, string>>,
): TranslationFaults {
  const templates = new Map<string, string>()
  const ambiguous = new Set<string>()
  for (const { id, template } of found) {
    if ((templates.get(id) ?? template) !== template) ambiguous.add(id)
    templates.set(id, template)
  }
  return {
    missing: [...new Map(found.map((message) => [message.id, message])).values()].filter(
      ({ id }) => !Object.hasOwn(translations, id),
    ),
    unused: Object.keys(translations).filter((id) => !templates.has(id)),
    parameters: [...templates].flatMap(([id, template]) => {
      const translation = translations[id]
      return translation === undefined || hasParametersOf(template, translation) ? [] : [id]
    }),
    ambiguous: [...ambiguous],
    needPlural: found.flatMap(({ id, template, isSimple }) =>
      isSimple && /'['{}]|\{(?!\w+\})|(?<!\{\w+)\}/.test(template) ? [id] : [],
    ),
  }
}

/**
 * Whether the translation uses exactly these parameters. One that only selects a plural form may be omitted, as not all
 * languages have one.
 */
function hasParametersOf(template: string, translation: string): boolean {
  const given = parametersOf(template)
  const used = parametersOf(translation)
  return (
    used !== undefined &&
    given !== undefined &&
    [...used].every(([name]) => given.has(name)) &&
    [...given].every(([name, isSelector]) => isSelector || used.has(name))
  )
}

/** Parameter names, each with whether it only selects a form; `undefined` if the template cannot be parsed. */
function parametersOf(template: string): Map<string, boolean> | undefined {
  try {
    const ast = new IntlMessageFormat(template, 'en', undefined, { ignoreTag: true }).getAst()
    const found = new Map<string, boolean>()
    for (const [name, isSelector] of parametersIn(ast))
      found.set(name, isSelector && (found.get(name) ?? true))
    return found
  } catch {
    return undefined
  }
}

const parametersIn = (elements: readonly Element[]): [name: string, isSelector: boolean][] =>
  elements.flatMap(({ type, value, options }) => [
    ...(type === literal || type === pound
      ? []
      : [[String(value), options !== undefined] as [string, boolean]]),
    ...Object.values(options ?? {}).flatMap((option) => parametersIn(option.value)),
  ])

interface Element {
  type: number
  value?: unknown
  options?: Readonly<Record<string, { value: readonly Element[] }>>
}
// The parser's enum, which the library does not export.
const literal = 0
const pound = 7
