/** Joins the lines of a paragraph: words broken at a hyphen are rejoined, wide gaps of justified text collapsed. */
export const unwrapped = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/([a-z]{2})[\u2010\u00ad-]\n(?=[a-z]{2})/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
