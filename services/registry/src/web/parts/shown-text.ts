import { toLine, unseenCharacter } from '@cli-apps/core'
import type { PageLanguage } from '../texts/page-texts.ts'

const unseen = new RegExp(unseenCharacter, 'gu')

/** A text of a manifest on one line, without characters that nobody sees or that reorder the rest. */
export const lineOf = (text: string, max = 1000): string => toLine(text, max)

/** A text of several lines, such as output, in the same way. */
export const blockOf = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.replaceAll('\t', '  ').replace(unseen, ''))
    .join('\n')
    .trimEnd()

/** An argument of a call in the same way, with its tabs, line ends and the space at its ends, which programs see. */
export const argumentOf = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/([\t\n])/)
    .map((part) => (/^[\t\n]$/.test(part) ? part : part.replace(unseen, '')))
    .join('')

const kilo = 1000
const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A size in bytes, as people write it. */
export function sizeOf(bytes: number): string {
  let value = bytes
  let unit = 0
  for (; value >= kilo && unit < units.length - 1; unit++) value /= kilo
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** An ISO 8601 time to the minute. */
export const momentOf = (time: string): string => lineOf(`${time.slice(0, 10)} ${time.slice(11, 16)} UTC`)

/** The day of an ISO 8601 time. */
export const dayOf = (time: string): string => lineOf(time.slice(0, 10))

/** The tags that readers of a language can read. Chinese readers know the English words for software. */
export const tagsIn = (language: PageLanguage, tags: readonly string[]): readonly string[] =>
  language === 'zh'
    ? tags
    : tags.filter((tag) => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(tag))
