import { canonicalJson, NotFoundError } from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { storedClosures, storedResults } from '../../db/queries/version-rows.ts'
import { documentsIn } from '../../work/stored-trees.ts'
import { commandTreesOf } from '../published-version.ts'
import { getVersion } from './get-app.ts'

/** A version, and which of its documents of one kind. */
interface DocumentQuestion {
  name: string
  version: string
  key: string
}

type VersionName = Pick<DocumentQuestion, 'name' | 'version'>

/** What manifests name by digest: the documents of a version by key, and how a person is told that one is missing. */
const kinds = {
  commands: {
    code: 'commands.none',
    words: { one: 'command tree of', many: 'command trees', each: 'of' },
    read: async (db: Queries, asked: VersionName) => commandTreesOf(await getVersion(db, asked)),
  },
  closures: {
    code: 'closures.none',
    words: { one: 'list of Debian packages for', many: 'lists of Debian packages', each: 'for' },
    read: async (db: Queries, asked: VersionName) => {
      const { manifest } = await getVersion(db, asked)
      const found = await storedClosures(db, manifest.name, manifest.version)
      return documentsIn(found.get(manifest.version) ?? null, manifest.name)
    },
  },
} as const
type DocumentKind = keyof typeof kinds

/**
 * Returns the RFC 8785 text of a document that a manifest names. Throws `NotFoundError` `commands.none` or
 * `closures.none`, which lists what there is, and as `getVersion`.
 */
export async function getVersionDocument(
  db: Queries,
  kind: DocumentKind,
  { key, ...asked }: DocumentQuestion,
): Promise<string> {
  const { code, words, read } = kinds[kind]
  const documents = await read(db, asked)
  if (documents.has(key)) return canonicalJson(documents.get(key))
  const shown = JSON.stringify(key.slice(0, 100))
  throw new NotFoundError(code, `${asked.name} ${asked.version} has no ${words.one} ${shown}.`, {
    hint:
      documents.size === 0
        ? `It was published without ${words.many}.`
        : `It has ${words.many} ${words.each}: ${[...documents.keys()].sort().join(', ')}.`,
  })
}

/**
 * Returns what became of the recipes of a version when they were run, as RFC 8785 text. Throws `NotFoundError` `recipes.none`, and as
 * `getVersion`.
 */
export async function getRecipeResults(db: Queries, asked: VersionName): Promise<string> {
  const { manifest } = await getVersion(db, asked)
  const text = (await storedResults(db, manifest.name, manifest.version)).get(manifest.version)
  if (text !== undefined) return text
  throw new NotFoundError(
    'recipes.none',
    `No results of recipes of ${asked.name} ${asked.version} are known.`,
    {
      hint: 'Run them: cli-apps verify --recipes',
    },
  )
}
