/** `GIT-CLONE(1)   Git Manual   GIT-CLONE(1)`: the header of a manual page, bold or not. */
const head = /^(\S{1,80})\(\d\w{0,5}\)\s.{0,200}\S\(\d\w{0,5}\)$/

/** Whether a text is a manual page and no help screen. */
export const isManualPage = (text: string): boolean => pageName(text) !== undefined

/** Whether a text is the manual page of this program, which some print for a command that has none of its own. */
export const isPageOf = (text: string, program: string): boolean =>
  pageName(text)?.toLowerCase() === program.toLowerCase()

function pageName(text: string): string | undefined {
  const first = text
    .slice(0, 4000)
    .replace(/.\x08/g, '')
    .split('\n')
    .find((line) => line.trim() !== '')
  return head.exec(first?.trim().replace(/ {2,}/g, ' ') ?? '')?.[1]
}
