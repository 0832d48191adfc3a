import {
  type AppName,
  type InstallRecord,
  IntegrityError,
  isAppError,
  type KeyId,
  versionPayload,
} from '@cli-apps/core'
import {
  listInstalled,
  manifestDigest,
  readPublishedManifest,
  readRecord,
  readTrust,
  requireSignature,
  type Workspace,
} from '@cli-apps/core/node'
import type { Fault } from './diagnose.ts'

/** What of an installed app is proved. */
export interface AppVerification {
  name: AppName
  version: string | null
  registry: string | null
  /** `signed`: by a key that this machine knows; `digest`: as it was installed, from a registry that did not sign. */
  level: 'signed' | 'digest' | 'broken'
  /** The key that proved it. */
  key: KeyId | null
  faults: Fault[]
}

interface Verifier {
  workspace: Workspace
  /** Folder that remembers what registries sign with. */
  trustFolder: string
}

/** One thing that is looked at; it throws what it finds wrong. */
type Check = (record: InstallRecord, verifier: Verifier) => Promise<void>

const checks: readonly Check[] = [checkDigest, checkSignature]

/** Proves installed apps again by what this machine holds; asks no registry and changes nothing. */
export async function verifyInstalled(
  names: readonly AppName[],
  verifier: Verifier,
): Promise<AppVerification[]> {
  const chosen = names.length > 0 ? names : await listInstalled(verifier.workspace)
  return Promise.all([...new Set(chosen)].map((name) => verifyApp(name, verifier)))
}

async function verifyApp(name: AppName, verifier: Verifier): Promise<AppVerification> {
  const faults: Fault[] = []
  const attempt = async <Value>(look: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await look()
    } catch (error) {
      if (!isAppError(error)) throw error
      faults.push({ code: error.code, app: name, message: error.message, hint: error.hint ?? '' })
      return undefined
    }
  }
  const record = await attempt(() => readRecord(verifier.workspace, name))
  if (record === undefined) {
    if (faults.length === 0) faults.push(notInstalled(name, verifier.workspace))
    return { name, version: null, registry: null, level: 'broken', key: null, faults }
  }
  for (const check of checks) await attempt(() => check(record, verifier))
  const { version, registry, signature } = record
  const level = faults.length > 0 ? 'broken' : signature === undefined ? 'digest' : 'signed'
  return { name, version, registry, level, key: signature?.key ?? null, faults }
}

const notInstalled = (name: AppName, { root }: Workspace): Fault => ({
  code: 'app.not-installed',
  app: name,
  message: `${name} is not installed in ${root}.`,
  hint: '"cli-apps list" shows what is installed.',
})

/** Is the manifest, which says how the app may be run, still the one that was published? */
async function checkDigest(record: InstallRecord, { workspace }: Verifier): Promise<void> {
  const { name, version, digest } = record
  const actual = manifestDigest(await readPublishedManifest(workspace, name))
  if (actual === digest) return
  throw new IntegrityError(
    'integrity.recorded-digest',
    `The manifest in the record of ${name} ${version} is not the one that was installed.`,
    {
      hint: `Run "cli-apps install ${name}" to write the record again.`,
      details: { recorded: digest, actual },
    },
  )
}

async function checkSignature(record: InstallRecord, { workspace, trustFolder }: Verifier): Promise<void> {
  const { name, version, signature, registry } = record
  const { keys } = await readTrust(trustFolder, registry)
  if (signature === undefined && keys.length === 0) return
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
}
