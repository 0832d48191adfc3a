import { AppManifest, type Issue, ManifestVerdict, registryPaths, t } from '@cli-apps/core'
import { plural } from '@cli-apps/core/messages'
import { joinPublication, type PublicationFile } from '@cli-apps/core/node'
import { judgeManifest, locateIssues, manifestNotes } from '@cli-apps/core/publish-rules'
import type { SourceCheck } from './find-missing-sources.ts'
import type { PublisherServer } from './server.ts'

export interface Verdict {
  issues: readonly Issue[]
  /** Issues that hold the version for review by the registry's operator. */
  held: readonly Issue[]
  /** Ids of the rules that only a registry can check, if none was asked. */
  unjudged: readonly string[]
}

/**
 * Returns the issues that publishing a manifest would report: from the registry, or else from the same rules with the
 * most common policy, and from what the sources of its methods answered.
 */
export async function verdictOf(
  publication: PublicationFile,
  server: PublisherServer | undefined,
  sources?: SourceCheck,
): Promise<Verdict> {
  const { issues, held, unjudged } = await judged(publication, server)
  const inFile = (found: readonly Issue[]): readonly Issue[] => locatedIn(publication, found)
  return { issues: inFile([...issues, ...(sources?.issues ?? [])]), held: inFile(held), unjudged }
}

/** The lines of a converted manifest are not those of its file. */
export const locatedIn = (
  { written: text, isConverted }: PublicationFile,
  issues: readonly Issue[],
): readonly Issue[] => (isConverted ? issues : locateIssues({ text, issues }).issues)

async function judged(publication: PublicationFile, server: PublisherServer | undefined): Promise<Verdict> {
  if (server === undefined) {
    const joined = joinPublication(publication)
    return judgeManifest(joined.value, { policy: { allowGit: true }, approved: [] }, joined)
  }
  const { value } = await server.ask({
    method: 'POST',
    path: registryPaths.validate(),
    body: publication.text,
    answer: ManifestVerdict,
  })
  return { issues: value.issues, held: value.held, unjudged: [] }
}

/** Reports how many problems a file has. */
export const problemsText = (file: string, { issues }: Pick<Verdict, 'issues'>): string =>
  plural('verdict.problems', '{file} has {count, plural, one {one problem} other {# problems}}.', {
    file,
    count: issues.length,
  })

/** One line that says what becomes of a manifest of the early form; empty for others. */
export const convertedText = ({ isConverted }: PublicationFile): string =>
  isConverted
    ? t(
        'verdict.converted',
        '"skill.quickstart" and "smoke" are old keys: they are checked and published as "recipes".',
      )
    : ''

/** What is allowed in a manifest and yet may be a mistake; nothing of one that is invalid. */
export function notesOn({ manifest }: Pick<PublicationFile, 'manifest'>): string[] {
  const { data } = AppManifest.safeParse(manifest)
  return data === undefined ? [] : manifestNotes(data)
}

/** One line that lists the unchecked rules; empty if there are none. */
export const unjudgedText = ({ unjudged }: Verdict): string =>
  unjudged.length === 0
    ? ''
    : t('verdict.not-checked-because-no', 'Not checked, because no registry was asked: {unjudged}.', {
        unjudged: unjudged.join(', '),
      })
