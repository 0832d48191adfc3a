import type { Issue } from '../errors/errors.ts'
import { jsonPath } from '../errors/issues.ts'
import { t } from '../messages/t.ts'

const maxValues = 65_000
const maxItems = 4_000
const maxKeys = 200
/** More tell nobody anything. */
const maxFound = 20

/**
 * What makes a manifest larger than its schema could allow anywhere: reading it against the schema would take seconds, as
 * that looks at every value before it counts them. None where the schema can be asked.
 */
export function valueBounds(root: unknown): Issue[] {
  const found: Issue[] = []
  const pending: { value: unknown; path: readonly PropertyKey[] }[] = [{ value: root, path: [] }]
  let values = 0
  for (let entry = pending.pop(); entry !== undefined && found.length < maxFound; entry = pending.pop()) {
    const { value, path } = entry
    if (++values > maxValues)
      return [
        ...found,
        tooBig(
          [],
          t('value-bounds.must-have-most-values', 'must have at most {maxValues} values in all', {
            maxValues,
          }),
        ),
      ]
    if (typeof value !== 'object' || value === null) continue
    const inner = Object.entries(value)
    const [most, what] = Array.isArray(value) ? [maxItems, 'items'] : [maxKeys, 'keys']
    if (inner.length > most)
      found.push(
        tooBig(
          path,
          what === 'items'
            ? t('value-bounds.must-have-most-items', 'must have at most {most} items', { most })
            : t('value-bounds.must-have-most-keys', 'must have at most {most} keys', { most }),
        ),
      )
    else
      for (const [key, item] of inner)
        pending.push({ value: item, path: [...path, Array.isArray(value) ? Number(key) : key] })
  }
  return found
}

const tooBig = (path: readonly PropertyKey[], message: string): Issue => ({
  path: jsonPath(path),
  rule: 'schema.too-big',
  message,
  hint: t('schema.too-big.hint', 'Nothing else was checked. Shorten it and try again.'),
})
