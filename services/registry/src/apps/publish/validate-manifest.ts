import {
  type AppManifest,
  ConflictError,
  ForbiddenError,
  InvalidError,
  type Issue,
  isAppError,
  type ManifestVerdict,
} from '@cli-apps/core'
import { manifestNotes } from '@cli-apps/core/publish-rules'
import { requireOwner } from '../../auth/authorize.ts'
import { requirePrefix } from '../../auth/claim-name.ts'
import type { Queries } from '../../db/database.ts'
import { hasApp } from '../../db/queries/apps/app-rows.ts'
import { versionChoices } from '../../db/queries/version-rows.ts'
import type { JudgedManifest } from '../../work/tasks.ts'
import { workPool } from '../../work/work-pool.ts'
import { type FactsOptions, publishFacts } from './publish-facts.ts'
import { requireSameContent } from './same-content.ts'

/**
 * Returns the issues that publishing a manifest would report, with those of what the registry already has. Throws for text
 * that is not JSON.
 */
export async function validateManifest(
  db: Queries,
  text: string,
  options: FactsOptions,
): Promise<ManifestVerdict> {
  const judged = await judge(db, text, options)
  const issues = [...judged.issues, ...(await storedIssues(db, judged, options))]
  const notes = judged.manifest === undefined ? [] : manifestNotes(judged.manifest)
  return { valid: issues.length === 0, issues, held: judged.held, notes }
}

/** Why a manifest that is in order could not be stored next to what is there. */
async function storedIssues(
  db: Queries,
  { manifest, digest }: JudgedManifest,
  { actor }: FactsOptions,
): Promise<Issue[]> {
  if (manifest === undefined) return []
  const { name, version } = manifest
  const issues: Issue[] = []
  // Whoever sends no token may be an owner.
  if (actor !== undefined && (await hasApp(db, name)))
    issues.push(...(await issueOf('name', () => requireOwner(db, actor, name))))
  const existing = (await versionChoices(db, [name])).find((choice) => choice.version === version)
  if (existing !== undefined)
    issues.push(...(await issueOf('version', async () => requireSameContent(existing, digest))))
  return issues
}

/** The refusal of a check as an issue of the key that it is about. */
async function issueOf(path: string, check: () => Promise<void>): Promise<Issue[]> {
  try {
    await check()
    return []
  } catch (error) {
    if (!isAppError(error)) throw error
    const { message, code: rule, hint } = error
    return [{ path, message: message.replace(/\.$/, ''), rule, ...(hint !== undefined && { hint }) }]
  }
}

/**
 * Returns the manifest if it may be published, and what the operator has to review. Throws an error with all
 * issues, or only `auth.prefix` for a new name under a prefix that is reserved for others.
 */
export async function requirePublishable(
  db: Queries,
  text: string,
  options: FactsOptions,
): Promise<JudgedManifest & { manifest: AppManifest }> {
  const judged = await judge(db, text, options)
  const { manifest, issues } = judged
  if (manifest !== undefined && issues.length === 0) return { ...judged, manifest }
  // No approval permits such a name, so fixing the other issues would not help.
  const { actor } = options
  if (manifest !== undefined && actor !== undefined && !(await hasApp(db, manifest.name)))
    await requirePrefix(db, actor, manifest.name)
  throw refusal(judged)
}

/** Runs in a thread, because a manifest of maximum size would delay other requests too long. */
async function judge(db: Queries, text: string, options: FactsOptions): Promise<JudgedManifest> {
  const draft = await workPool.run('readNames', text)
  return workPool.run('judge', { text, facts: await publishFacts(db, draft, options) })
}

/**
 * Returns 422 for what the author can fix, 409 if only a name is taken, 403 if only the operator's approval
 * is missing.
 */
function refusal({ issues, isApprovable, manifest }: JudgedManifest): Error {
  const count = issues.length === 1 ? 'one problem' : `${issues.length} problems`
  if (manifest === undefined)
    return new InvalidError('manifest.invalid', `The manifest has ${count}.`, {
      hint: 'Fix the listed issues and try again; the schema is at /v1/schema/app.json.',
      issues,
    })
  const [rule = '', ...others] = new Set(issues.map((issue) => issue.rule))
  const code = others.length === 0 ? rule : 'publish.refused'
  if (isApprovable)
    return new ForbiddenError(code, `${manifest.name} needs the approval of the registry's operator.`, {
      hint: `The operator runs "cli-apps-registry approve ${manifest.name}", or publishes the version.`,
      issues,
    })
  if (code === 'publish.name-taken')
    return new ConflictError(code, `A name or alias of ${manifest.name} is taken by another app.`, {
      hint: 'Choose other names. An alias belongs to the first app that published it.',
      issues,
    })
  return new InvalidError(code, `${manifest.name} ${manifest.version} has ${count}.`, {
    hint: 'Fix the listed issues and try again; "cli-apps validate" runs the same checks without publishing.',
    issues,
  })
}
