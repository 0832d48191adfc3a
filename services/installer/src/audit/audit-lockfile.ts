import { type AppError, isAppError, type Lockfile, NotFoundError, t, UnsupportedError } from '@cli-apps/core'
import type { StrategyHost } from '../strategies/strategy.ts'
import type { Advisory } from './advisory.ts'
import { askNpm } from './ask-npm.ts'
import { askOsv } from './ask-osv.ts'
import {
  type Ecosystem,
  ecosystems,
  type LockedPackage,
  lockedPackages,
  type UncoveredProgram,
} from './locked-packages.ts'
import { searchOsvDatabase } from './osv-database.ts'
import { type OsvQuestion, osvQuestion } from './osv-question.ts'

export interface Audit {
  advisories: Advisory[]
  /** Number of package versions looked up. */
  checked: number
  /** Packages that could not be looked up, with the reason. */
  unchecked: { ecosystem: Ecosystem; packages: number; error: AppError }[]
  /** Programs that no advisory database covers. */
  uncovered: UncoveredProgram[]
}

interface AuditOptions {
  host: StrategyHost
  signal: AbortSignal
  /** Folder of a downloaded OSV database, which is then the only source. */
  database?: string | undefined
}

const npmRegistry = 'https://registry.npmjs.org/'
const osv = 'https://api.osv.dev/'

/** Looks up every package of a lockfile in the advisory databases of its ecosystem. Read-only. */
export async function auditLockfile(lockfile: Lockfile, options: AuditOptions): Promise<Audit> {
  const { packages, uncovered } = lockedPackages(lockfile)
  const audit: Audit = { advisories: [], checked: 0, unchecked: [], uncovered }
  for (const ecosystem of ecosystems) {
    const ours = packages.filter((one) => one.ecosystem === ecosystem)
    if (ours.length === 0) continue
    try {
      const { advisories, unknown } = await lookUp(ecosystem, ours, options)
      audit.advisories.push(...advisories)
      audit.checked += ours.length - unknown
      if (unknown > 0)
        audit.unchecked.push({ ecosystem, packages: unknown, error: unknownTo(ecosystem, options) })
    } catch (error) {
      if (!isAppError(error) || error.code !== 'audit.unreachable') throw error
      audit.unchecked.push({ ecosystem, packages: ours.length, error })
    }
  }
  return audit
}

interface LookedUp {
  advisories: Advisory[]
  /** Number of packages that the database cannot be asked about. */
  unknown: number
}

async function lookUp(
  ecosystem: Ecosystem,
  packages: readonly LockedPackage[],
  { host, signal, database }: AuditOptions,
): Promise<LookedUp> {
  if (ecosystem === 'npm' && database === undefined)
    return {
      advisories: await askNpm(packages, { registry: slashed(host.mirror(npmRegistry)), signal }),
      unknown: 0,
    }
  const questions: OsvQuestion[] = []
  for (const one of packages) {
    const question = await osvQuestion(one, host)
    if (question !== undefined) questions.push(question)
  }
  const advisories =
    database === undefined
      ? await askOsv(questions, { base: slashed(host.mirror(osv)), signal })
      : await searchOsvDatabase(database, ecosystem, questions, host)
  return advisories === undefined
    ? { advisories: [], unknown: packages.length }
    : { advisories, unknown: packages.length - questions.length }
}

const slashed = (url: string): string => (url.endsWith('/') ? url : `${url}/`)

function unknownTo(ecosystem: Ecosystem, { database }: AuditOptions): AppError {
  if (ecosystem === 'Debian')
    return new UnsupportedError(
      'audit.not-debian',
      t('audit.not-debian', 'Advisories for Debian are listed by source package, which cannot be read here.'),
      {
        hint: t(
          'audit.not-debian.hint',
          'Run the audit on a Debian system on which the packages are installed.',
        ),
      },
    )
  return new NotFoundError(
    'audit.no-ecosystem',
    t('audit.no-ecosystem', '{database} has no folder {ecosystem}.', {
      database: String(database),
      ecosystem,
    }),
    {
      hint: t('audit.no-ecosystem.hint', 'Download {ecosystem}/all.zip of the OSV database into it.', {
        ecosystem,
      }),
    },
  )
}
