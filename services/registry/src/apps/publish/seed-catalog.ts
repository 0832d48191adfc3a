import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  type AppError,
  canonicalJson,
  type Issue,
  isAppError,
  parseJson,
  RecipeResults,
} from '@cli-apps/core'
import {
  manifestDigest,
  readPublicationText,
  readText,
  recipeResultsFile,
  type SigningKey,
} from '@cli-apps/core/node'
import type { Actor } from '../../auth/authorize.ts'
import type { Queries } from '../../db/database.ts'
import { hasApps } from '../../db/queries/apps/app-rows.ts'
import { ensureUser } from '../../db/queries/user-rows.ts'
import { setRecipeResults, storedResults, versionChoices } from '../../db/queries/version-rows.ts'
import { loadPlaybooks, type PlaybookReport } from '../../playbooks/load-playbooks.ts'
import { refreshApps } from '../refresh-app.ts'
import { checkVersion } from './check-version.ts'
import { storeVersion } from './publish-version.ts'

interface SeedReport {
  published: string[]
  unchanged: string[]
  /** Tasks for several apps. */
  playbooks: PlaybookReport
  /** Files that were skipped, with the first reason for each. */
  refused: Issue[]
}

const seeder: Actor = { user: 'catalog', scopes: ['admin'], token: null }

interface SeedOptions {
  folder: string
  now: Date
  /** Do nothing when the database contains any app. */
  onlyIfEmpty?: boolean
  /** Signs the versions. */
  signer?: Pick<SigningKey, 'sign'> | undefined
}

/**
 * Publishes every manifest of a folder as the user `catalog`, and stores its playbooks, in one transaction. An interrupted start leaves
 * an empty database, which the next start seeds. Files that cannot be published are skipped and reported.
 */
export async function seedCatalog(
  db: Queries,
  { folder, now, onlyIfEmpty = false, signer }: SeedOptions,
): Promise<SeedReport> {
  const playbooks: PlaybookReport = { loaded: [], unchanged: [], kept: [] }
  const report: SeedReport = { published: [], unchanged: [], playbooks, refused: [] }
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort()
  await db.transaction(async (tx) => {
    if (onlyIfEmpty && (await hasApps(tx))) return
    await ensureUser(tx, seeder.user, now)
    const known = await publishedOf(tx, files)
    const changed: string[] = []
    for (const file of files) {
      try {
        const { text, manifest } = await readEntry(folder, file)
        const published = known.size > 0 && known.get(manifestDigest(manifest))
        if (published) {
          await storeResults(tx, published, folder)
          report.unchanged.push(published)
          continue
        }
        const checked = await checkVersion(tx, {
          text,
          actor: seeder,
          now,
          policy: { allowGit: true },
          signer,
        })
        const { name, version, status } = await tx.transaction((inner) => storeVersion(inner, checked))
        const isNew = status === 'published'
        await storeResults(tx, `${name}@${version}`, folder)
        report[isNew ? 'published' : 'unchanged'].push(`${name}@${version}`)
        if (isNew) changed.push(name)
      } catch (error) {
        if (!isAppError(error)) throw error
        report.refused.push(refusal(file, error))
      }
    }
    // In batches, because a statement costs more than an app in it; not all at once, because all manifests
    // would be in memory.
    for (let from = 0; from < changed.length; from += refreshedAtOnce)
      await refreshApps(tx, changed.slice(from, from + refreshedAtOnce))
    report.playbooks = await loadPlaybooks(tx, { folder, now, actor: seeder.user, refused: report.refused })
  })
  return report
}

const refreshedAtOnce = 50

/**
 * Keeps what became of the recipes of a version that has the catalog's own manifest. It is newer than the version where somebody ran
 * them again.
 */
async function storeResults(tx: Queries, published: string, folder: string): Promise<void> {
  const [app = '', version = ''] = published.split('@')
  const text = await readText(recipeResultsFile(folder, app))
  if (text === undefined) return
  const results = RecipeResults.safeParse(parseJson(text, app))
  if (!results.success || results.data.version !== version) return
  const next = canonicalJson(results.data)
  const before = await storedResults(tx, app, version)
  if (before.get(version) !== next) await setRecipeResults(tx, { app, version }, next)
}

const readEntry = async (folder: string, file: string) =>
  readPublicationText(await readFile(path.join(folder, file), 'utf8'), { folder, what: file })

/**
 * Returns published versions of apps with these file names, by digest, because checking one again takes
 * longer than all else.
 */
async function publishedOf(tx: Queries, files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = files.map((file) => path.basename(file, '.json'))
  const choices = await versionChoices(tx, names)
  return new Map(choices.map(({ app, version, digest }) => [digest, `${app}@${version}`]))
}

function refusal(file: string, { code, message, issues: [first] }: AppError): Issue {
  return {
    path: file,
    rule: code,
    message: first === undefined ? message : `${message} ${first.path} ${first.message}`,
  }
}
