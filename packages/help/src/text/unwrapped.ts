/** Lines of a paragraph as one: words that were broken at a hyphen are whole again, wide gaps of justified text closed. */
export const unwrapped = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/([a-z]{2})[\u2010\u00ad-]\n(?=[a-z]{2})/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
