import { jsonPath } from '../../errors/issues.ts'
import { nameKey } from '../../name-skeleton.ts'
import type { NamesDraft } from '../manifest-draft.ts'
import type { NameFacts } from '../publish-rule.ts'

interface NamedPath {
  path: string
  /** As it is written. */
  name: string
  /** Folded. */
  key: string
}

/** The name of a manifest, if it is one, and its aliases. */
export const namesOf = ({ manifest }: NamesDraft): NamedPath[] => [
  ...(manifest.name === undefined ? [] : [named('name', manifest.name)]),
  ...(manifest.aliases ?? []).map((alias, index) => named(jsonPath(['aliases', index]), alias)),
]

/** Those that the app does not have yet. */
export const newNamesOf = (draft: NamesDraft, names: NameFacts | undefined): NamedPath[] =>
  namesOf(draft).filter(({ key }) => !names?.held.includes(key))

const named = (path: string, name: string): NamedPath => ({ path, name, key: nameKey(name) })
