import { codeRanges } from './code-ranges.ts'
import { createLinkReader } from './links.ts'
import { createNameIndex } from './name-index.ts'
import { isAfterWord, isNameEnd } from './word-boundaries.ts'

/** An app as a message may call it. */
export interface Mentionable {
  name: string
  aliases: readonly string[]
}

/**
 * Finds the apps that a message mentions as `@name`, by name or alias, letter case aside: in order of first mention, once
 * each, at most `most`. Not counted: what stands in code, e-mail addresses, links, paths and package names
 * (`@scope/pkg`), and parts of longer names. Takes linear time on any text.
 */
export function findMentions<App extends Mentionable>(
  text: string,
  apps: readonly App[],
  most = Number.POSITIVE_INFINITY,
): App[] {
  if (!/[@＠]/.test(text)) return []
  const found = new Set<App>()
  const wanted = Math.min(most, apps.length)
  const names = createNameIndex(namesOf(apps))
  const code = codeRanges(text)
  const isInLink = createLinkReader(text)
  let nextCode = 0
  for (let at = 0; at < text.length && found.size < wanted; at++) {
    if (!isSign(text.charCodeAt(at)) || isAfterWord(text, at)) continue
    const app = names.find(text, at + 1, isNameEnd)
    if (app === undefined || found.has(app)) continue
    while ((code[nextCode]?.end ?? Number.POSITIVE_INFINITY) <= at) nextCode++
    const isCode = (code[nextCode]?.start ?? Number.POSITIVE_INFINITY) <= at
    if (!isCode && !isInLink(at)) found.add(app)
  }
  return [...found]
}

/** @, and the full-width ＠ of Chinese and Japanese keyboards. */
const isSign = (code: number): boolean => code === 0x40 || code === 0xff20

/** Names first: an exact one wins over an alias. An alias with an @ in it is left out, because it could be begun at every @. */
const namesOf = <App extends Mentionable>(apps: readonly App[]): (readonly [string, App])[] => [
  ...apps.map((app) => [app.name, app] as const),
  ...apps.flatMap((app) =>
    app.aliases.filter((alias) => !/[@＠]/.test(alias)).map((alias) => [alias, app] as const),
  ),
]
