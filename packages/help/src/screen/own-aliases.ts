import type { Section } from '../sections/section.ts'

const maxAliases = 20
const word = /^[\w][\w:.-]{0,60}$/

/**
 * Other names of the command, from a section of the screen: words (`list, ls`, as cobra prints), or calls (`$ tool ls`, as
 * oclif and gh do). A call counts only where its last word can stand in place of the command's name.
 */
export function readOwnAliases(sections: readonly Section[], lead: readonly string[]): string[] {
  const lines = sections.filter(({ title }) => /^aliases$/i.test(title)).flatMap((section) => section.lines)
  const found = lines.flatMap(({ text }) => aliasesIn(text.replace(/^\$ +/, ''), lead))
  return [...new Set(found)].filter((name) => name !== lead.at(-1)).slice(0, maxAliases)
}

function aliasesIn(text: string, lead: readonly string[]): string[] {
  const words = text.split(/,? +|,/)
  if (text === '' || lead.length < 2 || !words.every((one) => word.test(one))) return []
  if (words[0] !== lead[0]) return text.includes(',') || words.length === 1 ? words : []
  const [last = ''] = words.slice(-1)
  const parents = lead.slice(1, -1)
  const isBeside = words.slice(1, -1).join(' ') === parents.join(' ')
  const isOfTopic = words.length === 2 && parents.length > 0 && last.startsWith(`${parents.at(-1)}:`)
  return words.length > 1 && (isBeside || isOfTopic) ? [last] : []
}
