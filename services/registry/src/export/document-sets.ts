import { canonicalJson, type Digest, parseJson, registryPaths, versionDocumentText } from '@cli-apps/core'
import type { SigningKey } from '@cli-apps/core/node'
import { commandTreesOf, publishedVersion, storedManifest } from '../apps/published-version.ts'
import { createAppSource } from '../compat/app-source.ts'
import { compatDocuments } from '../compat/compat-documents.ts'
import type { Queries } from '../db/database.ts'
import { type AppRow, appsAfter } from '../db/queries/apps/app-rows.ts'
import { databaseIndex } from '../db/queries/find-search-rows.ts'
import { everyPlaybook } from '../db/queries/playbook-rows.ts'
import { storedClosures, storedResults, type VersionRow, versionsOf } from '../db/queries/version-rows.ts'
import { createIndexDocuments } from '../documents/index-documents.ts'
import { jsonLine } from '../documents/json-line.ts'
import { registryDocuments } from '../documents/registry-documents.ts'
import { createTimestamp } from '../documents/timestamp-document.ts'
import { getPlaybook } from '../playbooks/get-playbook.ts'
import { documentsIn } from '../work/stored-trees.ts'
import { workPool } from '../work/work-pool.ts'
import type { SiteFile } from './site-file.ts'

/** A consistent state of a registry, from which documents are made. */
export interface RegistrySnapshot {
  /** A transaction with a fixed snapshot. */
  db: Queries
  signer: Pick<SigningKey, 'sign'> | undefined
  now: Date
  /** How long clients treat the site as fresh; null for no limit, by default their own setting. */
  maxAgeDays?: number | null | undefined
}

/** Yields documents one by one, so that a registry of any size needs little memory. */
type DocumentSet = (snapshot: RegistrySnapshot) => AsyncIterable<SiteFile>

/** The documents of a static site, with the same bytes that the server responds with. */
export const documentSets: readonly DocumentSet[] = [
  wholeDocuments,
  appDocuments,
  playbookDocuments,
  compatFiles,
]

async function* wholeDocuments({ db, signer, now, maxAgeDays }: RegistrySnapshot): AsyncGenerator<SiteFile> {
  const indexes = createIndexDocuments(signer)
  yield { path: registryPaths.index(), content: await indexes.index(db) }
  if (signer !== undefined) {
    const timestamp = createTimestamp({ indexes, signer, now: () => now, maxAgeDays })
    yield { path: registryPaths.timestamp(), content: await timestamp(db) }
  }
  for (const prefix of await indexes.prefixes(db))
    yield { path: registryPaths.shard(prefix), content: (await indexes.shard(db, prefix)) ?? '' }
  for (const name of ['categories', 'keys', 'schema'] as const)
    yield { path: registryPaths[name](), content: await registryDocuments[name](db) }
}

async function* appDocuments({ db }: RegistrySnapshot): AsyncGenerator<SiteFile> {
  for await (const { name, document, isWithheld } of everyApp(db)) {
    if (document !== null) yield { path: registryPaths.app(name), content: document }
    if (isWithheld) continue
    const closures = await storedClosures(db, name)
    const results = await storedResults(db, name)
    for (const [version, content] of results) yield { path: registryPaths.recipes(name, version), content }
    for (const row of await versionsOf(db, name))
      yield* versionDocuments(row, documentsIn(closures.get(row.version) ?? null, name))
  }
}

async function* versionDocuments(
  row: VersionRow,
  closures: ReadonlyMap<string, unknown>,
): AsyncGenerator<SiteFile> {
  const { app, version, signatures, manifest } = row
  const digest = row.digest as Digest
  yield {
    path: registryPaths.version(app, version),
    content: versionDocumentText(parseJson(manifest, app), { digest, signatures }),
  }
  for (const [program, tree] of commandTreesOf(publishedVersion(row)))
    yield { path: registryPaths.commands(app, version, program), content: canonicalJson(tree) }
  for (const [architecture, closure] of closures)
    yield { path: registryPaths.closure(app, version, architecture), content: canonicalJson(closure) }
  const folder = registryPaths.skill(app, version).slice(0, -'SKILL.md'.length)
  const { files } = await workPool.run('packSkill', storedManifest(publishedVersion(row)))
  for (const { path, bytes } of files) yield { path: `${folder}${path}`, content: bytes }
}

async function* playbookDocuments({ db, signer }: RegistrySnapshot): AsyncGenerator<SiteFile> {
  for await (const { name } of everyPlaybook(db))
    yield { path: registryPaths.playbook(name), content: jsonLine(await getPlaybook(db, name, signer)) }
}

async function* compatFiles({ db }: RegistrySnapshot): AsyncGenerator<SiteFile> {
  yield* compatDocuments(
    createAppSource({ reads: () => db, searchIndex: async () => databaseIndex(db) }),
    appNames(db),
  )
}

async function* appNames(db: Queries): AsyncGenerator<string> {
  for await (const { name } of everyApp(db)) yield name
}

const batch = 500

/** Yields all apps by name, read in batches. */
async function* everyApp(db: Queries): AsyncGenerator<AppRow> {
  for (let last = ''; ; ) {
    const apps = await appsAfter(db, last, batch)
    yield* apps
    if (apps.length < batch) return
    last = apps.at(-1)?.name ?? last
  }
}
