import { type Issue, ManifestVerdict, registryPaths, t } from '@cli-apps/core'
import { plural } from '@cli-apps/core/messages'
import { joinTrees, type PublicationFile } from '@cli-apps/core/node'
import { judgeManifest } from '@cli-apps/core/publish-rules'
import type { PublisherServer } from './server.ts'

export interface Verdict {
  issues: readonly Issue[]
  /** What the operator of a registry would look at before the version is published. */
  held: readonly Issue[]
  /** Ids of the rules that only a registry can judge, where none was asked. */
  unjudged: readonly string[]
}

/** What publishing would say of a manifest: from the registry, else by the same rules and the policy that most have. */
export async function verdictOf(
  publication: PublicationFile,
  server: PublisherServer | undefined,
): Promise<Verdict> {
  if (server === undefined) {
    const joined = joinTrees(publication)
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

/** That a file cannot be published, and for how many reasons. */
export const problemsText = (file: string, { issues }: Verdict): string =>
  plural('verdict.problems', '{file} has {count, plural, one {one problem} other {# problems}}.', {
    file,
    count: issues.length,
  })

/** One line that says what was left open; empty where nothing was. */
export const unjudgedText = ({ unjudged }: Verdict): string =>
  unjudged.length === 0
    ? ''
    : t('verdict.not-checked-because-no', 'Not checked, because no registry was asked: {unjudged}.', {
        unjudged: unjudged.join(', '),
      })
