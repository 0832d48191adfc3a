import path from 'node:path'
import { type AppName, NotFoundError, readManifest, t, UsageError } from '@cli-apps/core'
import { isInside, readPublicationFile } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { issueText } from '../ui/error-text.ts'
import { verdictOf } from './verdict.ts'

/** The app of a manifest file that a person named. */
interface ManifestReference {
  name: AppName
  /** Absolute path. */
  file: string
  /** What its author should know before others get it. */
  remarks: string[]
}

/**
 * Reads the manifest file that a word names. Throws `NotFoundError` `manifest.no-file`, and `InvalidError` for one that
 * cannot be read.
 */
export async function readManifestReference(
  word: string,
  { cwd, workspace }: Pick<CommandContext, 'cwd' | 'workspace'>,
): Promise<ManifestReference> {
  const file = path.resolve(cwd, word)
  const publication = await readPublicationFile(file)
  if (publication === undefined)
    throw new NotFoundError(
      'manifest.no-file',
      t('manifest.no-file', 'File not found: {file}.', { file: word }),
      { hint: t('manifest.no-file.hint', 'Check the path.') },
    )
  const { name } = readManifest(publication.manifest, word)
  const { issues, held } = await verdictOf(publication, undefined)
  const refused = [...issues, ...held].filter(({ rule }) => rule !== 'publish.adopted-program')
  return {
    name,
    file,
    remarks: [
      ...(isInside(workspace.root, file)
        ? []
        : [
            t(
              'manifest-reference.outside',
              'the manifest is not in this workspace: a clone will not have it',
            ),
          ]),
      ...refused.slice(0, mostIssues).map((issue) =>
        t('manifest-reference.refused', 'a registry would refuse or hold it: {issue}', {
          issue: issueText(issue),
        }),
      ),
      ...(refused.length > mostIssues
        ? [
            t('manifest-reference.more', 'for {count} more problems, run: {cli} validate {file}', {
              count: refused.length - mostIssues,
              file: word,
            }),
          ]
        : []),
    ],
  }
}

const mostIssues = 5

/** Throws `UsageError` `install.same-app` if a manifest file describes an app that is also named otherwise. */
export function refuseSameApp(references: readonly { name: AppName; file?: string }[]): void {
  const twice = references.find(
    ({ name }, at) =>
      references.findIndex((other) => other.name === name) !== at &&
      references.some((other) => other.name === name && other.file !== undefined),
  )
  if (twice === undefined) return
  throw new UsageError(
    'install.same-app',
    t('install.same-app', 'The app {name} is named twice.', { name: twice.name }),
    { hint: t('install.same-app.hint', 'Install it either from its manifest file or from a registry.') },
  )
}
