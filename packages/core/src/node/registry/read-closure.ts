import type { Digest } from '../../digest.ts'
import { registryPaths } from '../../documents/registry-paths.ts'
import { IntegrityError, NotFoundError } from '../../errors/errors.ts'
import type { AppName } from '../../manifest/app-name.ts'
import type { DebianArchitecture } from '../../manifest/debian/debian-architecture.ts'
import { DebianClosure } from '../../manifest/debian/debian-closure.ts'
import { t } from '../../messages/t.ts'
import type { DocumentSource } from './document-source.ts'
import { parseDocument } from './parse-document.ts'

/** A closure as the manifest of a version names it. */
interface NamedClosure {
  name: AppName
  version: string
  architecture: DebianArchitecture
  /** From the manifest, whose own digest was verified. */
  digest: Digest
}

/** Reads the closure with this digest. Throws `NotFoundError` `app.no-closure`, `IntegrityError`. */
export async function readClosure(
  source: DocumentSource,
  { name, version, architecture, digest }: NamedClosure,
  { location, fresh }: { location: string; fresh: boolean },
): Promise<DebianClosure> {
  const path = registryPaths.closure(name, version, architecture)
  const read = (text: string): DebianClosure => parseDocument(text, DebianClosure, location)
  const closure = await source.read(path, read, { fresh, digest })
  if (closure === undefined)
    throw new NotFoundError(
      'app.no-closure',
      t(
        'app.no-closure',
        '{location} has no list of Debian packages of {name} {version} for {architecture}.',
        {
          location,
          name,
          version,
          architecture,
        },
      ),
      {
        hint: t(
          'app.no-closure.hint',
          'Choose another method with --method, and tell the operator of the registry.',
        ),
      },
    )
  if (closure.architecture === architecture) return closure
  throw new IntegrityError(
    'integrity.other-closure',
    t(
      'integrity.other-closure',
      '{location} answers with Debian packages for {other} instead of {architecture}.',
      {
        location,
        other: closure.architecture,
        architecture,
      },
    ),
    {
      hint: t('integrity.other-manifest.hint', 'Do not install it; tell the operator of the registry.'),
    },
  )
}
