/** A screen without what its layout adds, to be compared with another one. */
export const fingerprint = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Shorter screens may stand in others by chance. */
const telling = 80

/**
 * Whether a program answered with the screen of a command above: the very same, or that one below an error, as programs do
 * that do not know a command. `above` are fingerprints.
 */
export function isScreenOf(text: string, above: readonly string[]): boolean {
  const own = fingerprint(text)
  return above.some((screen) => own === screen || (screen.length >= telling && own.includes(screen)))
}
