import type { HelpLine } from './help-line.ts'

const top = /^[╭┌┏╔][─━═]+ ?([^─━═╭╮┌┐]{1,80}?) ?[─━═]*[╮┐┓╗]$/u
const bottom = /^[╰└┗╚][─━═]+[╯┘┛╝]$/u
const side = /^[│┃║] ?(.*?) ?[│┃║]$/u

/**
 * Removes the frames that rich draws around sections: a title in the top edge becomes a heading, and the content is
 * read as if unframed. A star before a row marks it as required, which the row repeats. Frames without a title contain
 * notices and stay.
 */
export function unbox(lines: readonly HelpLine[]): HelpLine[] {
  if (!lines.some(({ text }) => top.test(text))) return [...lines]
  const open: HelpLine[] = []
  let isBox = false
  for (const line of lines) {
    const title = top.exec(line.text)?.[1]
    const inside = isBox ? side.exec(line.text)?.[1] : undefined
    if (title !== undefined) {
      isBox = true
      open.push({ indent: 0, text: '' }, { indent: 0, text: `${title}:` })
    } else if (isBox && bottom.test(line.text)) {
      isBox = false
      open.push({ indent: 0, text: '' })
    } else if (inside !== undefined) open.push(within(inside))
    else open.push(line)
  }
  return open
}

function within(inside: string): HelpLine {
  const plain = inside.replace(/^\* {2,}/, (mark) => ' '.repeat(mark.length)).trimEnd()
  const text = plain.trimStart()
  return { indent: text === '' ? 0 : 2 + plain.length - text.length, text }
}
