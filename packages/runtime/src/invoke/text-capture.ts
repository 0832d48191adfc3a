/** What was kept of a text: its beginning and its end. `tail` is empty when nothing was left out. */
export interface CapturedText {
  head: string
  tail: string
  /** Characters of the whole. */
  length: number
}

interface TextCapture {
  write(text: string): void
  read(): CapturedText
}

/** Collects a text of any length in bounded memory: its first and its last `keep` characters. */
export function createTextCapture(keep: number): TextCapture {
  let head = ''
  let length = 0
  let tailLength = 0
  const tail: string[] = []
  return {
    write(text) {
      length += text.length
      const fits = text.slice(0, keep - head.length)
      head += fits
      if (fits.length === text.length) return
      tail.push(text.slice(fits.length))
      tailLength += text.length - fits.length
      while (tail[0] !== undefined && tailLength - tail[0].length >= keep) {
        tailLength -= tail[0].length
        tail.shift()
      }
    },
    read() {
      const end = tail.join('').slice(-keep)
      return head.length + end.length === length
        ? { head: head + end, tail: '', length }
        : { head, tail: end, length }
    },
  }
}
