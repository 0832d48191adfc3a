import { AppDocument } from '../../documents/app-documents.ts'
import { registryPaths } from '../../documents/registry-paths.ts'
import { IntegrityError } from '../../errors/errors.ts'
import type { AppName } from '../../manifest/app-name.ts'
import { t } from '../../messages/t.ts'
import type { DocumentSource } from './document-source.ts'
import { parseDocument } from './parse-document.ts'
import { findIndexEntry, type ReadIndexHead } from './read-index.ts'
import { requireFresh } from './trust/require-timestamp.ts'

interface ReadAppOptions {
  location: string
  fresh: boolean
  now: Date
  /** Overrides the maximum age of the timestamp. */
  maxAgeDays: number | undefined
}

/**
 * Reads an app document from a registry that signs: the one that the index refers to, as long as the index is fresh.
 * `undefined` if there is none. For an app that the index does not list, only its removal is accepted. Throws
 * `IntegrityError`.
 */
export async function readSignedApp(
  source: DocumentSource,
  name: AppName,
  { head: { index, timestamp }, ...options }: ReadAppOptions & { head: ReadIndexHead },
): Promise<AppDocument | undefined> {
  const { location, fresh } = options
  if (timestamp !== undefined) requireFresh(timestamp, options)
  const entry = await findIndexEntry(source, index, { name, location, fresh })
  const read = (text: string): AppDocument => parseDocument(text, AppDocument, location)
  const path = registryPaths.app(name)
  if (entry !== undefined) {
    const digest = entry.document
    const app = await source.read(path, read, { fresh, ...(digest !== undefined && { digest }) })
    if (app === undefined) throw noDocument(location, name)
    if (app.name === name) return app
    throw otherApp(location, name, app.name)
  }
  const unlisted = await source.read(path, read, { fresh })
  if (unlisted === undefined || timestamp === undefined) return unlisted
  if (unlisted.removed === null)
    throw new IntegrityError(
      'trust.unlisted-app',
      t('trust.unlisted-app', '{location} serves {name}, which its index does not list.', { location, name }),
      {
        hint: t(
          'trust.unlisted-app.hint',
          'Try again in a minute, as a cache may be late; then tell the operator of the registry.',
        ),
      },
    )
  // Nothing proves its texts.
  const removed = {
    ...unlisted.removed,
    message: t('read-app.index-does-not-list', 'The index does not list it any more.'),
    replacement: null,
  }
  return { ...unlisted, name, versions: [], removed }
}

/** Treating it as a missing app would let the next registry in the order claim the name. */
const noDocument = (location: string, name: string): IntegrityError =>
  new IntegrityError(
    'trust.no-document',
    t('trust.no-document', '{location} lists {name} in its index, and does not serve it.', {
      location,
      name,
    }),
    {
      hint: t(
        'trust.unlisted-app.hint',
        'Try again in a minute, as a cache may be late; then tell the operator of the registry.',
      ),
    },
  )

const otherApp = (location: string, name: string, other: string): IntegrityError =>
  new IntegrityError(
    'integrity.other-app',
    t('integrity.other-app', '{location} answers with {other} for {name}.', { location, other, name }),
    {
      hint: t('integrity.other-manifest.hint', 'Do not install it; tell the operator of the registry.'),
    },
  )
