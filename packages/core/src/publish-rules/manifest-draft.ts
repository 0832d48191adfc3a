import { AppManifest } from '../manifest.ts'

/** A string of a manifest, key or value, with its place. A key stands at the object that holds it. */
export interface ManifestText {
  path: readonly PropertyKey[]
  text: string
}

/** A manifest on its way to being published, sound or not. */
export interface ManifestDraft {
  /** The keys whose values fit the schema. */
  manifest: Partial<AppManifest>
  /** Every string, wherever it is. */
  texts: readonly ManifestText[]
  /** Characters of the whole as compact JSON. */
  size: number
}

export const draftOf = (value: unknown): ManifestDraft => ({
  manifest: soundKeys(value),
  texts: textsOf(value),
  size: JSON.stringify(value)?.length ?? 0,
})

function soundKeys(value: unknown): Partial<AppManifest> {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(AppManifest.shape).flatMap(([key, schema]) => {
    const parsed = Object.hasOwn(value, key)
      ? schema.safeParse((value as Record<string, unknown>)[key])
      : undefined
    return parsed?.success ? [[key, parsed.data]] : []
  })
  return Object.fromEntries(entries) as Partial<AppManifest>
}

function textsOf(root: unknown): ManifestText[] {
  const texts: ManifestText[] = []
  const visit = (value: unknown, path: readonly PropertyKey[]): void => {
    if (typeof value === 'string') texts.push({ path, text: value })
    else if (Array.isArray(value)) value.forEach((item, index) => void visit(item, [...path, index]))
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        texts.push({ path, text: key })
        visit(item, [...path, key])
      }
    }
  }
  visit(root, [])
  return texts
}
