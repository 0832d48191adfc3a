import {
  type AppError,
  InvalidError,
  type Issue,
  isAppError,
  type Playbook,
  playbookApps,
} from '@cli-apps/core'
import {
  manifestDigest,
  playbookNames,
  playbookRunDigest,
  readPlaybook,
  readPlaybookResults,
} from '@cli-apps/core/node'
import { playbookFault } from '@cli-apps/core/skill'
import type { Queries } from '../db/database.ts'
import { findAppRows, notifyChange } from '../db/queries/apps/app-rows.ts'
import { insertAudit } from '../db/queries/audit-rows.ts'
import {
  findPlaybookRow,
  firstPlaybookNames,
  type StoredPlaybook,
  savePlaybook,
} from '../db/queries/playbook-rows.ts'
import { derivedColumns } from './derive-playbook.ts'

export interface PlaybookReport {
  /** New ones, and those that replaced another of their name. */
  loaded: string[]
  unchanged: string[]
  /** Those of the registry that the folder does not have. They stay. */
  kept: string[]
}

interface LoadOptions {
  folder: string
  now: Date
  /** Who loads them. */
  actor: string
  refused: Issue[]
}

/** More are not looked through for what stays. */
const mostKept = 10_000

/**
 * Stores the playbooks of a folder of manifests, whose apps must have been published before. One that changed replaces the
 * stored one; none is removed. Those that cannot be stored are skipped and added to `refused`.
 */
export async function loadPlaybooks(
  tx: Queries,
  { folder, now, actor, refused }: LoadOptions,
): Promise<PlaybookReport> {
  const report: PlaybookReport = { loaded: [], unchanged: [], kept: [] }
  const names = await playbookNames(folder)
  const runs = names.length === 0 ? {} : await readPlaybookResults(folder)
  for (const name of names) {
    try {
      const playbook = await readPlaybook(folder, name)
      if (playbook === undefined) continue
      await requireServable(tx, playbook)
      const next = storedOf(playbook, runs[name])
      const before = await findPlaybookRow(tx, name)
      const isSame = before?.digest === next.digest && before.run === next.run
      report[isSame ? 'unchanged' : 'loaded'].push(name)
      if (isSame) continue
      await savePlaybook(tx, { ...next, ...derivedColumns(next), loadedAt: now })
      const details = { playbook: name, digest: next.digest }
      await insertAudit(tx, { at: now, actor, action: 'playbook.load', details })
    } catch (error) {
      if (!isAppError(error)) throw error
      refused.push(refusal(name, error))
    }
  }
  const all = await firstPlaybookNames(tx, mostKept)
  report.kept = all.filter((name) => !names.includes(name))
  // The empty name: lists, searches and pages of apps show playbooks.
  if (report.loaded.length > 0) await notifyChange(tx, '')
  return report
}

/** What was seen of other calls says nothing of these. */
function storedOf(playbook: Playbook, run: { playbook: string } | undefined): StoredPlaybook {
  const isOfThese = run?.playbook === playbookRunDigest(playbook)
  return {
    name: playbook.name,
    document: JSON.stringify(playbook),
    digest: manifestDigest(playbook),
    run: isOfThese ? JSON.stringify(run) : null,
  }
}

/** Throws `InvalidError` `playbook.attack`, `playbook.unknown-app`. */
async function requireServable(tx: Queries, playbook: Playbook): Promise<void> {
  const fault = playbookFault(playbook)
  if (fault !== undefined)
    throw new InvalidError('playbook.attack', `A text reads like ${fault.what} (${fault.rule}).`, {
      hint: 'Agents read these texts: say what the step does, and nothing to the reader.',
    })
  const apps = playbookApps(playbook)
  const known = new Set((await findAppRows(tx, apps)).map(({ name }) => name))
  const missing = apps.filter((app) => !known.has(app))
  if (missing.length > 0)
    throw new InvalidError('playbook.unknown-app', `The registry has no app ${missing.join(', ')}.`, {
      hint: 'Publish the apps of a playbook first.',
    })
}

const refusal = (name: string, { code, message, issues: [first] }: AppError): Issue => ({
  path: `playbooks/${name}.json`,
  rule: code,
  message: first === undefined ? message : `${message} ${first.path} ${first.message}`,
})
