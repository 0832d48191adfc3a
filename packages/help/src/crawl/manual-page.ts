/** `GIT-CLONE(1)   Git Manual   GIT-CLONE(1)`: the header of a manual page, bold or not. */
const head = /^(\S{1,80})\(\d\w{0,5}\)\s.{0,200}\S\(\d\w{0,5}\)$/

/** Whether a text is a manual page and no help screen. */
export function isManualPage(text: string): boolean {
  const first = text
    .slice(0, 4000)
    .replace(/.\x08/g, '')
    .split('\n')
    .find((line) => line.trim() !== '')
  return head.test(first?.trim().replace(/ {2,}/g, ' ') ?? '')
}
