import { appSkillDocuments } from './agent-skills/app-documents.ts'
import { readRootIndexes } from './agent-skills/read-skills.ts'
import type { AppSource } from './app-source.ts'
import { readCatalogDocument } from './cli-anything/read-catalog-document.ts'
import type { CompatDocument } from './compat-document.ts'

/**
 * All documents of a static site for clients of other registries: registry-wide ones, and those of each named app that
 * has a skill. None for clawhub, whose client needs a server.
 */
export async function* compatDocuments(
  source: AppSource,
  names: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<CompatDocument> {
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
