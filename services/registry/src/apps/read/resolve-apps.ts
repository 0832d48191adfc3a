import {
  type AppName,
  InvalidError,
  type Issue,
  isRange,
  MethodKind,
  NotFoundError,
  type ResolveAnswer,
  type ResolveRequest,
  selectMethod,
  selectVersion,
} from '@cli-apps/core'
import type { Queries } from '../../db/database.ts'
import { type AppChoice, appChoices, versionChoices } from '../../db/queries/version-rows.ts'
import { createTurns, mapInTurns } from '../../work/turns.ts'
import { removedApp } from '../missing-app.ts'
import { nearestApps } from '../search/nearest-apps.ts'
import { getVersion } from './get-app.ts'

const mostApps = 100
const mostHints = 10

/**
 * Selects a version and a method for each app on a host. All kinds of methods are considered, because the
 * registry does not know which ones the caller can run. Throws all unknown names, removed apps and unmatched
 * ranges together.
 */
export async function resolveApps(db: Queries, { apps, host }: ResolveRequest): Promise<ResolveAnswer> {
  const requested = Object.entries(apps) as [AppName, string][]
  await requireRanges(requested)
  if (requested.length === 0) return { results: [] }
  const chosen = await chooseVersions(db, requested)
  const missing = chosen.filter(({ version }) => version === undefined)
  if (missing.length > 0) throw await unresolved(db, missing)
  const results = await Promise.all(
    chosen.map(async ({ name, version = '' }) => {
      const { manifest } = await getVersion(db, { name, version })
      const { method, refusals } = selectMethod(manifest.install, host, { kinds: MethodKind.options })
      return { name, version, method: method?.method ?? null, refusals }
    }),
  )
  return { results }
}

interface Choice {
  name: AppName
  range: string
  /** `undefined` when the app does not exist. */
  app: AppChoice | undefined
  version: string | undefined
}

async function chooseVersions(db: Queries, requested: readonly [AppName, string][]): Promise<Choice[]> {
  const names = requested.map(([name]) => name)
  const apps = await appChoices(db, names)
  const versions = await versionChoices(db, names)
  return mapInTurns(requested, ([name, range]) => {
    const app = apps.find((choice) => choice.name === name)
    const own = app?.removed === null ? versions.filter((choice) => choice.app === name) : []
    return { name, range, app, version: selectVersion(own, range, app?.tags)?.version }
  })
}

async function requireRanges(requested: readonly [string, string][]): Promise<void> {
  const isTooMany = requested.length > mostApps
  const checked = await mapInTurns(isTooMany ? [] : requested, ([name, range]): Issue[] =>
    isRange(range)
      ? []
      : [
          {
            path: `apps[${JSON.stringify(name)}]`,
            rule: 'app.bad-range',
            message: 'is not a version or range',
          },
        ],
  )
  const issues = checked.flat()
  if (isTooMany)
    issues.push({ path: 'apps', rule: 'resolve.too-many', message: `must have at most ${mostApps} apps` })
  if (issues.length === 0) return
  throw new InvalidError('resolve.invalid', 'The request cannot be resolved.', {
    hint: 'Ranges are 1.2.3, ^1.2, >=1 <3, latest or another tag.',
    issues,
  })
}

async function unresolved(db: Queries, missing: readonly Choice[]): Promise<NotFoundError> {
  const [first] = missing
  if (missing.length === 1 && first?.app?.removed) return removedApp(first.name, first.app.removed)
  const issues: Issue[] = []
  const turn = createTurns()
  for (const { name, range, app } of missing) {
    await turn()
    if (app?.removed) {
      const { code, message, hint } = removedApp(name, app.removed)
      issues.push({ path: name, rule: code, message, ...(hint !== undefined && { hint }) })
    } else if (app !== undefined)
      issues.push({ path: name, rule: 'version.none-fits', message: `has no version that matches ${range}` })
    // Each hint costs a search.
    else issues.push(unknownName(name, issues.length < mostHints ? await nearestApps(db, name) : []))
  }
  return new NotFoundError('resolve.unknown', `Not found: ${missing.map(({ name }) => name).join(', ')}.`, {
    hint: 'Correct the listed apps and try again.',
    issues,
  })
}

const unknownName = (name: AppName, near: readonly string[]): Issue => ({
  path: name,
  rule: 'app.unknown',
  message: 'was not found',
  ...(near.length > 0 && { hint: `Did you mean ${near.join(' or ')}?` }),
})
