import path from 'node:path'
import { IntegrityError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { isInside, readText } from '../files.ts'
import type { DocumentSource } from './document-source.ts'
import { requireDigest } from './require-digest.ts'

/** Documents of a registry exported to `folder`, an absolute path. */
export const folderSource = (folder: string): DocumentSource => ({
  async read(documentPath, parse, { digest } = {}) {
    const file = path.join(folder, ...documentPath.split('/').map(decodeURIComponent))
    if (!isInside(folder, file)) {
      throw new IntegrityError(
        'integrity.document-path',
        t('integrity.document-path', '{documentPath} leads out of {folder}.', { documentPath, folder }),
        {
          hint: t(
            'integrity.document-path.hint',
            'Do not install from it; tell the person who exported the registry.',
          ),
        },
      )
    }
    const text = await readText(file)
    if (text === undefined) return undefined
    requireDigest(text, digest, documentPath)
    return parse(text)
  },
})
