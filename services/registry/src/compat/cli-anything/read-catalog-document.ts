import { createTurns } from '../../work/turns.ts'
import type { AppSource } from '../app-source.ts'
import type { CompatDocument } from '../compat-document.ts'
import { type CatalogKind, catalogDocument, type ListedApp, listedApp, maxCatalogApps } from './catalogs.ts'

/** Small, because the embedded database reads on this thread and command trees are large. */
const batch = 5

/** Returns one of the two catalogs. Manifests are read in batches, so that other requests are not blocked. */
export async function readCatalogDocument(source: AppSource, kind: CatalogKind): Promise<CompatDocument> {
  const turn = createTurns()
  const { versions, total } = await source.popular(maxCatalogApps)
  const names = versions.map(({ app }) => app)
  const apps: ListedApp[] = []
  for (let at = 0; at < names.length; at += batch) {
    await turn()
    for (const version of await source.versionsOf(names.slice(at, at + batch))) {
      apps.push(listedApp(version))
      await turn()
    }
  }
  return catalogDocument(kind, apps, total)
}
