import { isObject } from '../is-object.ts'
import { AppManifest } from '../manifest/manifest.ts'

/** A string of a manifest, key or value, with its place. A key stands at the object that holds it. */
export interface ManifestText {
  path: readonly PropertyKey[]
  text: string
  /** Whether readers see it, people or models; files and expectations of recipes are for programs alone. */
  isShown: boolean
}

/** A manifest on its way to being published, sound or not. */
export interface ManifestDraft {
  /** The keys whose values fit the schema. */
  manifest: Partial<AppManifest>
  /** Every string, wherever it is. */
  texts: readonly ManifestText[]
  /** The command trees of the programs besides the entry point, as JSON by name. */
  programs: Readonly<Record<string, unknown>>
  /** The Debian closures that it names, as JSON by architecture. */
  closures: Readonly<Record<string, unknown>>
  /** Characters of manifest and command trees as compact JSON. */
  size: number
}

/** What a manifest, sound or not, calls its app. */
export type NamesDraft = { manifest: Pick<ManifestDraft['manifest'], 'name' | 'aliases'> }

interface DraftParts extends Pick<ManifestDraft, 'programs' | 'closures'> {
  /** The manifest where it is known to fit the schema, which spares checking it key by key. */
  sound: AppManifest | undefined
}

export const draftOf = (value: unknown, { sound, programs, closures }: DraftParts): ManifestDraft => ({
  manifest: sound ?? soundKeys(value, AppManifest.shape),
  texts: [
    ...textsOf(value),
    ...Object.entries(programs).flatMap(([program, tree]) => textsOf(tree, ['commands', program])),
    // Every other text of a closure has letters, digits and a few signs only.
    ...Object.entries(closures).flatMap(([architecture, closure]) =>
      textsOf(isObject(closure) ? closure.links : undefined, ['closures', architecture, 'links']),
    ),
  ],
  programs,
  closures,
  size: JSON.stringify([value, ...Object.values(programs)]).length,
})

export function namesDraftOf(value: unknown): NamesDraft {
  const { name, aliases } = AppManifest.shape
  return { manifest: soundKeys(value, { name, aliases }) }
}

function soundKeys(
  value: unknown,
  schemas: Readonly<Partial<typeof AppManifest.shape>>,
): Partial<AppManifest> {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(schemas).flatMap(([key, schema]) => {
    const parsed = Object.hasOwn(value, key)
      ? schema.safeParse((value as Record<string, unknown>)[key])
      : undefined
    return parsed?.success ? [[key, parsed.data]] : []
  })
  return Object.fromEntries(entries) as Partial<AppManifest>
}

function textsOf(root: unknown, start: readonly PropertyKey[] = []): ManifestText[] {
  const texts: ManifestText[] = []
  const visit = (value: unknown, path: readonly PropertyKey[], isShown: boolean): void => {
    if (typeof value === 'string') texts.push({ path, text: value, isShown })
    else if (Array.isArray(value))
      value.forEach((item, index) => {
        const inner = [...path, index]
        visit(item, inner, isShown && isShownPart(inner, item))
      })
    else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        const inner = [...path, key]
        const isShownToo = isShown && isShownPart(inner, item)
        texts.push({ path, text: key, isShown: isShownToo })
        visit(item, inner, isShownToo)
      }
    }
  }
  visit(root, start, true)
  return texts
}

/** Recipes without a task are shown to nobody, nor are the files and the expectation of the others. */
function isShownPart(path: readonly PropertyKey[], value: unknown): boolean {
  if (path[0] !== 'recipes') return true
  if (path.length === 2) return isObject(value) && value.task !== undefined
  return path.length !== 3 || (path[2] !== 'files' && path[2] !== 'expect')
}
