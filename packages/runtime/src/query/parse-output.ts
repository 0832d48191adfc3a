/** Returns the JSON value of a text, or the list of them when each line holds one; `undefined` when it is no JSON. */
export function parseOutput(text: string): unknown {
  const whole = text.trim()
  if (whole === '') return undefined
  try {
    return JSON.parse(whole)
  } catch {
    const lines = whole.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) return undefined
    try {
      return lines.map((line): unknown => JSON.parse(line))
    } catch {
      return undefined
    }
  }
}
