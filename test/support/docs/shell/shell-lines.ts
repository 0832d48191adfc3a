/** A command line of a block, as it is written: with its comment, and with the lines that a backslash joins. */
export interface ShellLine {
  /** `docs/run.md:29`. */
  at: string
  text: string
  /** What follows `#`. */
  comment: string
}

/** The command lines of a block whose fence is at `docs/run.md:28`. */
export function shellLines(text: string, at: string): ShellLine[] {
  const [document, fence] = at.split(/:(?=\d+$)/u)
  const rows = text.split('\n')
  const lines: ShellLine[] = []
  for (let row = 0; row < rows.length; row += 1) {
    const first = row
    while (rows[row]?.endsWith('\\') && row < rows.length - 1) row += 1
    const whole = rows.slice(first, row + 1).join('\n')
    const comment = /(?:^|\s)# *(.*)$/u.exec(whole)?.[1] ?? ''
    if (!/^\s*(?:#|$)/u.test(whole))
      lines.push({ at: `${document}:${Number(fence) + 1 + first}`, text: whole, comment })
  }
  return lines
}
