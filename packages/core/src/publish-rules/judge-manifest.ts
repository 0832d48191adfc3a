import { CommandNode } from '@cli-apps/help/command-tree'
import * as z from 'zod/v4/core'
import type { Issue } from '../errors/errors.ts'
import { issuesOf, limitIssues } from '../errors/issues.ts'
import { DebianClosure } from '../manifest/debian/debian-closure.ts'
import { AppManifest } from '../manifest/manifest.ts'
import { withRecipes } from '../manifest/recipe/with-recipes.ts'
import { t } from '../messages/t.ts'
import { toLine } from '../to-line.ts'
import { draftOf } from './manifest-draft.ts'
import { nearestKey } from './nearest-key.ts'
import type { PublishFacts, PublishRule } from './publish-rule.ts'
import { publishRules } from './rules.ts'
import { valueBounds } from './value-bounds.ts'

export interface Judgement {
  /** Everything that stands against publishing, each issue with its rule. */
  issues: Issue[]
  /** What an operator has to look at before the version is published; each issue with its rule. */
  held: Issue[]
  /** Could an operator allow all that stands against publishing? */
  isApprovable: boolean
  /** Rules for which facts were missing. */
  unjudged: string[]
  /** Set when the manifest fits its schema. */
  manifest: AppManifest | undefined
}

/** What comes with a manifest, as `joinPublication` returns it. */
interface Joined {
  /** What stands against it already. */
  issues: readonly Issue[]
  /** The command trees of its other programs, as JSON by name. */
  programs: Readonly<Record<string, unknown>>
  /** The Debian closures that it names, as JSON by architecture. */
  closures: Readonly<Record<string, unknown>>
}

/**
 * Judges a manifest, parsed from JSON, of the early form or not, and with its command tree in it, by its schema and by every publishing rule at once.
 * One with more in it than any manifest may have is judged by nothing else.
 */
export function judgeManifest(
  value: unknown,
  facts: PublishFacts,
  { issues: joined, programs, closures }: Joined = { issues: [], programs: {}, closures: {} },
): Judgement {
  const unbounded = [value, ...Object.values(programs), ...Object.values(closures)].flatMap(valueBounds)
  if (unbounded.length > 0)
    return {
      issues: unbounded.map(shown),
      held: [],
      isApprovable: false,
      unjudged: [],
      manifest: undefined,
    }
  const current = withRecipes(value)
  const parsed = AppManifest.safeParse(current)
  const found = [
    ...joined,
    ...documentIssues('commands', CommandNode, programs),
    ...documentIssues('closures', DebianClosure, closures),
  ]
  const draft = draftOf(current, { sound: parsed.data, programs, closures })
  const isJudged = (rule: PublishRule): boolean => !rule.needsNames || facts.names !== undefined
  const broken = publishRules
    .filter((rule) => isJudged(rule) && !isApproved(rule, facts))
    .map((rule) => ({
      rule,
      issues: rule.check(draft, facts).map((issue) => told(issue, rule, draft.manifest.name)),
    }))
    .filter(({ issues }) => issues.length > 0)
  const refusing = broken.filter(({ rule }) => rule.holds !== true)
  const all = refusing.flatMap(({ issues }) => issues)
  const schema = parsed.success ? [] : schemaIssues(issuesOf(parsed.error, current), all)
  const ruled = withoutUnseenBelow(all, schema)
  return {
    issues: limitIssues([...schema, ...found, ...ruled]).map(shown),
    held: limitIssues(broken.flatMap(({ rule, issues }) => (rule.holds === true ? issues : []))).map(shown),
    isApprovable: parsed.success && found.length === 0 && refusing.every(({ rule }) => rule.approvable),
    unjudged: publishRules.filter((rule) => !isJudged(rule)).map(({ id }) => id),
    manifest: parsed.data,
  }
}

/** How documents that come with a manifest under `kind` differ from their schema. */
const documentIssues = (
  kind: 'commands' | 'closures',
  schema: z.$ZodType,
  documents: Readonly<Record<string, unknown>>,
): Issue[] =>
  Object.entries(documents).flatMap(([key, document]) => {
    const { error } = z.safeParse(schema, document)
    if (error === undefined) return []
    return issuesOf(error, document).map((issue) => ({
      ...issue,
      path: `${kind}.${key}${issue.path === '' ? '' : `.${issue.path}`}`,
    }))
  })

const isApproved = (rule: PublishRule, { approved }: PublishFacts): boolean =>
  rule.approvable && (approved.includes('*') || approved.includes(rule.id))

/** As the wire carries it. */
const shown = ({ path, message, rule, hint }: Issue): Issue => ({
  path: toLine(path, 400),
  message: toLine(message, 1000),
  ...(rule !== undefined && { rule }),
  ...(hint !== undefined && { hint: toLine(hint, 1000) }),
})

const told = (issue: Issue, { id, approvable, holds }: PublishRule, name = 'NAME'): Issue => ({
  ...issue,
  rule: id,
  hint:
    approvable && holds !== true
      ? t(
          'judge-manifest.hint',
          "{hint} The registry's operator can allow it: cli-apps-registry approve {name} --rule {id}",
          { hint: String(issue.hint), name, id },
        )
      : issue.hint,
})

/** Whether a text may have line breaks depends on its key, which must be known first. */
function withoutUnseenBelow(ruled: readonly Issue[], schema: readonly Issue[]): Issue[] {
  const unknown = schema.filter(({ rule }) => rule === 'schema.unknown-key').map(({ path }) => path)
  const isBelow = (path: string): boolean =>
    unknown.some((key) => path.startsWith(`${key}.`) || path.startsWith(`${key}[`))
  return ruled.filter(({ rule, path }) => rule !== 'publish.unseen-character' || !isBelow(path))
}

/** Suggests the key that an unknown one may mean. */
function withNearestKey(issue: Issue): Issue {
  const near = issue.rule === 'schema.unknown-key' ? nearestKey(AppManifest, issue.path) : undefined
  return near === undefined
    ? issue
    : { ...issue, hint: t('schema.unknown-key.hint.did-you-mean', 'Did you mean "{near}"?', { near }) }
}

/** Without those of which a rule has told more, and without values that hold a secret. */
function schemaIssues(issues: readonly Issue[], ruled: readonly Issue[]): Issue[] {
  const paths = new Set(ruled.map(({ path }) => path))
  const secrets = ruled.filter(({ rule }) => rule === 'publish.secret').map(({ path }) => path)
  return issues
    .filter(({ path, rule }) => rule !== 'schema.format' || !paths.has(path))
    .map(withNearestKey)
    .map((issue) =>
      secrets.some((path) => path.startsWith(issue.path)) ? { ...issue, hint: undefined } : issue,
    )
}
