import { appSkillDocuments } from './agent-skills/app-documents.ts'
import { readRootIndexes } from './agent-skills/read-skills.ts'
import type { AppSource } from './app-source.ts'
import { readCatalogDocument } from './cli-anything/read-catalog-document.ts'
import type { ForeignDocument } from './foreign-document.ts'

/**
 * Every document for other clients, for a static site: of the registry as a whole, and of each of the named apps that
 * has a skill. clawhub has none: it asks questions.
 */
export async function* foreignDocuments(
  source: AppSource,
  names: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<ForeignDocument> {
  yield await readCatalogDocument(source, 'harness')
  yield await readCatalogDocument(source, 'public')
  yield* Object.values(await readRootIndexes(source))
  for await (const name of names) {
    const app = await source.findApp(name)
    const latest = app?.versions.find(({ version, yanked }) => version === app.latest && yanked === null)
    if (latest === undefined) continue
    const version = await source.getVersion(name, latest.version)
    yield* appSkillDocuments(version, await source.pack(version))
  }
}
