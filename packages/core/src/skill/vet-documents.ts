import type { AppDocument, VersionEntry } from '../documents/app-documents.ts'
import type { IndexEntry } from '../documents/index-documents.ts'
import type { Problem } from '../documents/problem.ts'
import { isDistTag } from '../manifest/versions.ts'
import { joinedFault, shownText, textFault } from './text-fault.ts'

/*
 * What a registry says in documents that nobody judged before they were published. A text that the publishing rules would
 * refuse or hold is left out, and a sentence in its place says why.
 */

const isFine = (text: string): boolean => textFault(text) === undefined
const fineWords = (words: readonly string[]): string[] => {
  const fine = words.filter(isFine)
  return joinedFault(fine) === undefined ? fine : []
}
const fineOrNull = (text: string | null): string | null => (text !== null && isFine(text) ? text : null)

/** The texts that index entries and app documents share. */
const vetNames = <
  Named extends Pick<IndexEntry, 'name' | 'display_name' | 'summary' | 'category' | 'tags' | 'aliases'>,
>(
  named: Named,
): Named => ({
  ...named,
  display_name: isFine(named.display_name) ? named.display_name : named.name,
  summary: shownText(named.summary),
  category: isFine(named.category) ? named.category : '',
  tags: fineWords(named.tags),
  aliases: fineWords(named.aliases),
})

/** Empty if the app's own name or version resembles an attack. */
export const vetIndexEntry = <Entry extends IndexEntry>(entry: Entry): Entry[] =>
  isFine(entry.name) && isFine(entry.latest)
    ? [
        {
          ...vetNames(entry),
          ...vetTranslations(entry),
          ...(entry.programs && { programs: fineWords(entry.programs) }),
        },
      ]
    : []

/** Drops translations with a fault, so that the English text is shown instead. */
const vetTranslations = ({ i18n }: IndexEntry): Pick<IndexEntry, 'i18n'> =>
  i18n === undefined
    ? {}
    : {
        i18n: Object.fromEntries(
          Object.entries(i18n).filter(([tag, texts]) => [tag, ...Object.values(texts)].every(isFine)),
        ),
      }

export function vetAppDocument(app: AppDocument): AppDocument {
  const versions = app.versions.filter(({ version }) => isFine(version)).map(vetVersion)
  const { removed } = app
  return {
    ...vetNames(app),
    latest: isFine(app.latest) ? app.latest : (versions[0]?.version ?? noVersion),
    description: shownText(app.description),
    homepage: fineOrNull(app.homepage),
    license: fineOrNull(app.license),
    owners: app.owners.filter(isFine),
    dist_tags: Object.fromEntries(
      Object.entries(app.dist_tags).filter(
        ([tag, version]) => isDistTag(tag) && isFine(tag) && isFine(version),
      ),
    ),
    removed: removed && {
      at: shownText(removed.at),
      message: shownText(removed.message),
      replacement: removed.replacement !== null && isFine(removed.replacement) ? removed.replacement : null,
    },
    versions,
  }
}

const noVersion = '0.0.0'

const vetVersion = (entry: VersionEntry): VersionEntry => ({
  ...entry,
  program_version: fineOrNull(entry.program_version),
  entry_point: shownText(entry.entry_point),
  docs: fineOrNull(entry.docs),
  published_at: fineOrNull(entry.published_at),
  yanked: entry.yanked && { reason: shownText(entry.yanked.reason) },
  deprecated: entry.deprecated && { message: shownText(entry.deprecated.message) },
  install_commands: entry.install_commands.map(({ method, command }) => ({
    method: shownText(method),
    command: shownText(command),
  })),
})

/** An error from a registry. */
export const vetProblem = (problem: Problem): Problem => ({
  ...problem,
  code: isFine(problem.code) ? problem.code : 'registry.bad-answer',
  title: shownText(problem.title),
  detail: shownText(problem.detail),
  ...(problem.hint !== undefined && { hint: shownText(problem.hint) }),
  ...(problem.issues && { issues: problem.issues.map(vetIssue) }),
  ...(problem.details && { details: vetDetails(problem.details) }),
})

type ShownIssue = NonNullable<Problem['issues']>[number]

export const vetIssue = <Issue extends ShownIssue>({ path, message, rule, hint, ...rest }: Issue): Issue =>
  ({
    ...rest,
    path: shownText(path),
    message: shownText(message),
    ...(rule !== undefined && { rule: shownText(rule) }),
    ...(hint !== undefined && { hint: shownText(hint) }),
  }) as Issue

/** Details for scripts: only single-line scalar values are kept. */
const vetDetails = (details: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(details).flatMap(([key, value]) => {
      if (!isFine(key)) return []
      if (typeof value === 'string') return [[key, shownText(value)]]
      if (Array.isArray(value))
        return [
          [
            key,
            value
              .filter((item) => typeof item !== 'object')
              .map((item) => (typeof item === 'string' ? shownText(item) : item)),
          ],
        ]
      return typeof value === 'object' && value !== null ? [] : [[key, value]]
    }),
  )
