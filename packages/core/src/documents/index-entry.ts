import type { AppManifest } from '../manifest/manifest.ts'
import type { PublishedVersion } from './documents.ts'
import type { IndexEntry } from './index-documents.ts'

/** What lists say of a version. */
export const indexEntry = ({
  manifest,
  digest,
}: Pick<PublishedVersion, 'manifest' | 'digest'>): IndexEntry => ({
  name: manifest.name,
  latest: manifest.version,
  display_name: manifest.display_name,
  summary: manifest.summary,
  ...translations(manifest),
  category: manifest.category,
  tags: manifest.tags ?? [],
  aliases: manifest.aliases ?? [],
  ...(manifest.programs && { programs: manifest.programs.map(({ name }) => name) }),
  digest,
})

/** So that no app fills the index, which every reader fetches. */
const mostLanguages = 20

function translations({ i18n = {} }: AppManifest): Pick<IndexEntry, 'i18n'> {
  const shown = Object.entries(i18n).flatMap(([language, { display_name, summary }]) => {
    const texts = { ...(display_name && { display_name }), ...(summary && { summary }) }
    return Object.keys(texts).length === 0 ? [] : [[language, texts] as const]
  })
  return shown.length === 0 ? {} : { i18n: Object.fromEntries(shown.slice(0, mostLanguages)) }
}
