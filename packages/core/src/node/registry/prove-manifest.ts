import type { Digest } from '../../digest.ts'
import type { VersionDocument } from '../../documents/app-documents.ts'
import { IntegrityError, InvalidError, NotFoundError } from '../../errors/errors.ts'
import { withoutValues } from '../../errors/issues.ts'
import type { AppName } from '../../manifest/app-name.ts'
import type { AppManifest } from '../../manifest/manifest.ts'
import { readManifest } from '../../manifest/read-manifest.ts'
import { t } from '../../messages/t.ts'
import type { TextFault } from '../../skill/text-fault.ts'
import { manifestDigest } from '../digest.ts'

interface AskedVersion {
  name: AppName
  version: string
  location: string
}

export const noSuchVersion = ({ name, version, location }: AskedVersion): NotFoundError =>
  new NotFoundError(
    'app.no-version',
    t('app.no-version', '{location} has no {name} {version}.', { location, name, version }),
    { hint: t('app.no-version.hint', '"{cli} info {name}" lists its versions.', { name }) },
  )

export interface ServedVersion {
  document: VersionDocument
  manifest: AppManifest
  digest: Digest
}

/** Verifies that a manifest has the expected digest, and that it is of the requested app and version. */
export function proveManifest(document: VersionDocument, asked: AskedVersion): ServedVersion {
  const digest = manifestDigest(document.manifest)
  if (digest !== document.digest) {
    throw new IntegrityError(
      'integrity.manifest-digest',
      t('integrity.manifest-digest', 'The manifest of {name} {version} has a different digest.', {
        name: asked.name,
        version: asked.version,
      }),
      {
        hint: t('integrity.manifest-digest.hint', 'Do not install it; tell the operator of {location}.', {
          location: asked.location,
        }),
        details: { expected: document.digest, actual: digest },
      },
    )
  }
  const manifest = readServedManifest(
    document.manifest,
    t('open-registry.manifest', 'The manifest of {name} {version}', {
      name: asked.name,
      version: asked.version,
    }),
  )
  if (manifest.name !== asked.name || manifest.version !== asked.version) {
    throw new IntegrityError(
      'integrity.other-manifest',
      t(
        'integrity.other-manifest',
        '{location} answers with {name} {version} for {requestedName} {requestedVersion}.',
        {
          location: asked.location,
          name: manifest.name,
          version: manifest.version,
          requestedName: asked.name,
          requestedVersion: asked.version,
        },
      ),
      { hint: t('integrity.other-manifest.hint', 'Do not install it; tell the operator of the registry.') },
    )
  }
  return { document, manifest, digest }
}

/** Errors about a third party's manifest do not quote it. */
function readServedManifest(value: unknown, source: string): AppManifest {
  try {
    return readManifest(value, source)
  } catch (error) {
    if (!(error instanceof InvalidError)) throw error
    const { code, message, hint, issues } = error
    throw new InvalidError(code, message, { hint, issues: withoutValues(issues) })
  }
}

/** Names cannot be omitted, since every plan and prompt shows them. */
export function refuseAttackingNames(fault: TextFault | undefined, location: string): void {
  if (fault === undefined) return
  throw new InvalidError(
    'manifest.attacking-name',
    t('manifest.attacking-name', 'A version or program name from {location} reads like {what}.', {
      location,
      what: fault.what,
    }),
    {
      hint: t('integrity.other-manifest.hint', 'Do not install it; tell the operator of the registry.'),
      details: { rule: fault.rule },
    },
  )
}
