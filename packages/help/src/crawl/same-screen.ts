/** A screen without layout, for comparison. */
export const fingerprint = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Shorter screens may be contained in others by chance. */
const telling = 80

/**
 * Whether a program answered with a parent's screen: exactly, or below an error, as programs do for an unknown command.
 * `above` contains fingerprints.
 */
export function isScreenOf(text: string, above: readonly string[]): boolean {
  const own = fingerprint(text)
  return above.some((screen) => own === screen || (screen.length >= telling && own.includes(screen)))
}
