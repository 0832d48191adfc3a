const maxLength = 40

/** Device names that Windows reserves, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * Creates a function that assigns unique file names to subjects: lowercase ASCII letters, digits and single hyphens,
 * and no name that a system reserves. A subject without such characters gets `fallback`.
 */
export function createStems(taken: readonly string[] = []): (subject: string, fallback: string) => string {
  const used = new Set(taken)
  return (subject, fallback) => {
    const plain = subject
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, maxLength)
      .replace(/^-+|-+$/g, '')
    const stem = plain === '' ? fallback : device.test(plain) ? `${plain}-command` : plain
    // `x-2` may be the name of another command, or the second part of a split file.
    let name = stem
    for (let next = 2; used.has(name); next++) name = `${stem}-other-${next}`
    used.add(name)
    return name
  }
}
