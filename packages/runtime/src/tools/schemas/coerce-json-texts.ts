/**
 * Returns a copy of the value with the JSON texts at these paths parsed; `undefined` when there is none. Only texts of
 * objects, arrays, numbers and booleans are parsed, so that a text which a model meant as text stays the same.
 */
export function coerceJsonTexts(value: unknown, paths: readonly (readonly PropertyKey[])[]): unknown {
  let coerced = value
  let count = 0
  for (const path of paths.slice(0, 100)) {
    coerced = replaceAt(coerced, path, (text) => {
      const read = readJson(text)
      if (read !== undefined) count++
      return read ?? text
    })
  }
  return count === 0 ? undefined : coerced
}

function replaceAt(value: unknown, path: readonly PropertyKey[], read: (text: string) => unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return typeof value === 'string' ? read(value) : value
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === Number(key) ? replaceAt(item, rest, read) : item))
  }
  if (typeof value !== 'object' || value === null) return value
  // A key such as `__proto__` stays a key.
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === String(key) ? replaceAt(item, rest, read) : item,
    ]),
  )
}

function readJson(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'string' || read === null ? undefined : read
  } catch {
    return undefined
  }
}
