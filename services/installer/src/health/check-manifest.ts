import { type InstallRecord, IntegrityError, t, versionPayload } from '@cli-apps/core'
import {
  manifestDigest,
  readPublishedManifest,
  readTrust,
  recordFile,
  requireSignature,
} from '@cli-apps/core/node'
import type { CheckContext } from './check.ts'
import type { Fault } from './fault.ts'

/** Checks that the manifest, which defines how the app may be run, is still the published one. */
export async function checkDigest(record: InstallRecord, { workspace }: CheckContext): Promise<Fault[]> {
  const { name, version, digest } = record
  const actual = manifestDigest(await readPublishedManifest(workspace, name))
  if (actual === digest) return []
  throw new IntegrityError(
    'integrity.recorded-digest',
    t(
      'integrity.recorded-digest',
      'The manifest in the record of {name} {version} differs from the installed one.',
      { name, version },
    ),
    {
      hint: t('installed-apps.cli-apps-doctor-fix-writes', '"{cli} doctor --fix" writes the record again.'),
      details: { recorded: digest, actual, file: recordFile(workspace, name) },
    },
  )
}

export async function checkSignature(
  record: InstallRecord,
  { workspace, trustFolder }: Pick<CheckContext, 'workspace' | 'trustFolder'>,
): Promise<Fault[]> {
  const { name, version, signature, registry } = record
  const { keys } = await readTrust(trustFolder, registry)
  if (signature === undefined && keys.length === 0) return []
  const manifest = await readPublishedManifest(workspace, name)
  requireSignature(
    {
      payload: versionPayload(manifest),
      signatures: signature === undefined ? [] : [signature],
      what: `${name} ${version}`,
      location: registry,
    },
    keys,
  )
  return []
}
