import { listedEffect } from '../call-effect/index.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { literalBraces } from '../manifest/recipe/fill-recipe.ts'
import { isOfEntryVersion } from '../manifest/version/program-version.ts'
import { t } from '../messages/t.ts'

/** Returns what is allowed in a manifest and yet may be a mistake, a line each, for its publisher. */
export const manifestNotes = (manifest: AppManifest): string[] => [
  ...otherVersions(manifest),
  ...literalNotes(manifest),
  ...effectNotes(manifest),
  ...repeatedTags(manifest),
]

/** Methods whose package is mostly of the version that the manifest describes. */
const ofEntry: readonly string[] = ['npm', 'pip', 'cargo', 'go']

/** A new version of an entry is often written without that of its package. */
function otherVersions({ version, program_version, install }: AppManifest): string[] {
  const described = [version, ...(program_version === undefined ? [] : [program_version])]
  const pinned = install.flatMap((method, at) =>
    ofEntry.includes(method.method) && 'version' in method && method.version !== undefined
      ? [{ place: `install[${at}].version`, version: method.version }]
      : [],
  )
  if (pinned.some((one) => described.some((text) => isOfEntryVersion(one.version, text)))) return []
  return pinned.map((one) =>
    t('manifest-notes.other-version', '{place} is {version}, and the manifest describes {described}.', {
      ...one,
      described: version,
    }),
  )
}

/** An argument may look like a placeholder and be none, such as a filter of jq. */
const literalNotes = ({ recipes = [] }: AppManifest): string[] =>
  recipes.flatMap((recipe) => {
    const braces = literalBraces(recipe)
    return braces.length === 0
      ? []
      : [
          t(
            'manifest-notes.literal-braces',
            'The recipe {id} passes {braces} as written: it declares no such placeholder.',
            { id: recipe.id, braces: braces.join(', ') },
          ),
        ]
  })

/** What a recipe says about its call, readers see; what the lists say, agents ask by. */
const effectNotes = (manifest: AppManifest): string[] =>
  (manifest.recipes ?? []).flatMap((recipe) => {
    const { id, effect: said, call } = recipe
    const listed = listedEffect(manifest, recipe)
    if (said === undefined || listed === 'unknown' || listed === said) return []
    // That file is written by the one who calls, not by the program.
    if (said === 'write' && listed === 'read' && call.stdout_file !== undefined) return []
    return [
      t(
        'manifest-notes.recipe-effect',
        'The recipe {id} says that its call is "{said}", and run.effects makes it "{listed}".',
        { id, said, listed },
      ),
    ]
  })

/** Search ignores letter case, so that the second one adds nothing. */
const repeatedTags = ({ tags = [] }: AppManifest): string[] => {
  const words = tags.map((tag) => tag.toLowerCase())
  return tags
    .filter((tag, at) => words.indexOf(tag.toLowerCase()) < at)
    .map((tag) => t('manifest-notes.repeated-tag', 'The tag {tag} is listed twice.', { tag }))
}
