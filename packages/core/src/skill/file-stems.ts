const maxLength = 40

/** Names that Windows keeps for devices, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * Gives each subject a name for its file: lower case ASCII letters, digits and single hyphens, none twice, none that a
 * system reserves. What has no such letters is called `fallback`.
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
    // `x-2` may be the name of another command, or the second part of what is too long for one file.
    let name = stem
    for (let next = 2; used.has(name); next++) name = `${stem}-other-${next}`
    used.add(name)
    return name
  }
}
