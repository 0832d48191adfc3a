const units = ['kB', 'MB', 'GB', 'TB'] as const

/** A size in bytes in the decimal unit that fits: `812 B`, `3.4 kB`, `38.0 MB`. */
export function byteText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  let value = bytes / 1000
  let at = 0
  // What would be shown as 1000.0 is in the next unit.
  while (value >= 999.95 && at < units.length - 1) {
    value /= 1000
    at += 1
  }
  return `${value.toFixed(1)} ${units[at]}`
}
