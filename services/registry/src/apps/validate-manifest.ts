import {
  type AppManifest,
  ConflictError,
  ForbiddenError,
  InvalidError,
  type ManifestVerdict,
} from '@cli-apps/core'
import { type Judgement, judgeManifest } from '@cli-apps/core/publish-rules'
import type { Queries } from '../db/database.ts'
import { type FactsOptions, publishFacts } from './publish-facts.ts'

/** What publishing would say of a manifest. */
export async function validateManifest(
  db: Queries,
  value: unknown,
  options: FactsOptions,
): Promise<ManifestVerdict> {
  const { issues } = judgeManifest(value, await publishFacts(db, value, options))
  return { valid: issues.length === 0, issues }
}

/** The manifest, if nothing stands against publishing it. Throws with every issue at once. */
export async function requirePublishable(
  db: Queries,
  value: unknown,
  options: FactsOptions,
): Promise<AppManifest> {
  const judgement = judgeManifest(value, await publishFacts(db, value, options))
  if (judgement.manifest !== undefined && judgement.issues.length === 0) return judgement.manifest
  throw refusal(judgement)
}

/** 422 for what the author can mend, 409 where only a name is taken, 403 where only an operator's word is missing. */
function refusal({ issues, isApprovable, manifest }: Judgement): Error {
  const count = issues.length === 1 ? 'one problem' : `${issues.length} problems`
  if (manifest === undefined)
    return new InvalidError('manifest.invalid', `The manifest has ${count}.`, {
      hint: 'Mend what is listed and try again; the schema is at /v1/schema/app.json.',
      issues,
    })
  const [rule = '', ...others] = new Set(issues.map((issue) => issue.rule))
  const code = others.length === 0 ? rule : 'publish.refused'
  if (isApprovable)
    return new ForbiddenError(code, `${manifest.name} needs the approval of the registry's operator.`, {
      hint: `The operator gives it with "cli-apps-registry approve ${manifest.name}", or publishes it himself.`,
      issues,
    })
  if (code === 'publish.name-taken')
    return new ConflictError(code, `A name or alias of ${manifest.name} is taken by another app.`, {
      hint: 'Choose other names. An alias belongs to the first app that published it.',
      issues,
    })
  return new InvalidError(code, `${manifest.name} ${manifest.version} has ${count}.`, {
    hint: 'Mend what is listed and try again; "cli-apps validate" says the same without publishing.',
    issues,
  })
}
