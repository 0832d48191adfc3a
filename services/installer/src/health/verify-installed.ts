import {
  type AppName,
  cliCall,
  type InstallRecord,
  type KeyId,
  type Lockfile,
  parseAppName,
  t,
} from '@cli-apps/core'
import {
  listInstalled,
  readAnyRecord,
  readLockfile,
  recordFile,
  untrustedRecord,
  type Workspace,
} from '@cli-apps/core/node'
import { readSteadily } from '../workspace/read-steadily.ts'
import type { Check, CheckContext, Verifier } from './check.ts'
import { checkLock } from './check-lock.ts'
import { checkDigest, checkSignature } from './check-manifest.ts'
import { checkPlaybooks } from './check-playbooks.ts'
import { checkProgram } from './check-program.ts'
import { checkCommands, checkSkill } from './check-skill.ts'
import { checkUmbrella } from './check-umbrella.ts'
import { attempt, type Fault, faultOf } from './fault.ts'

/** Result of the verification of one installed app. */
export interface AppVerification {
  name: AppName
  /** Absent where there is none of this user's. */
  record?: InstallRecord
  registry: string | null
  /**
   * `signed`: by a key that this machine knows; `digest`: unchanged since the install, from a registry that did not
   * sign.
   */
  level: 'signed' | 'digest' | 'broken'
  /** The key of the signature. */
  key: KeyId | null
  /** Number of files checked, of the program and of its skill, and the digest of the program's. */
  files: CheckContext['counted']
  faults: Fault[]
}

interface Verification {
  apps: AppVerification[]
  /** Faults of the workspace as a whole, such as a lockfile that cannot be read. */
  faults: Fault[]
}

const checks: readonly Check[] = [
  checkDigest,
  checkSignature,
  checkProgram,
  checkLock,
  checkSkill,
  checkCommands,
]

/** Verifies installed apps with what this machine has; asks no registry and changes nothing. */
export const verifyInstalled = (names: readonly AppName[], verifier: Verifier): Promise<Verification> =>
  readSteadily(verifier.workspace, () => verifyOnce(names, verifier), {
    signal: verifier.signal,
    isDoubtful: ({ apps, faults }) => faults.length > 0 || apps.some((app) => app.faults.length > 0),
  })

async function verifyOnce(names: readonly AppName[], verifier: Verifier): Promise<Verification> {
  const faults: Fault[] = []
  const lockfile = await attempt(faults, null, () => readLockfile(verifier.workspace))
  const all = [...(await listInstalled(verifier.workspace)), ...lockedNames(lockfile)]
  const chosen = names.length > 0 ? names : all.sort()
  const apps: AppVerification[] = []
  // One after another: hashing keeps a processor busy anyway.
  for (const name of new Set(chosen)) apps.push(await verifyApp(name, verifier, lockfile))
  if (names.length === 0) faults.push(...(await checkPlaybooks(verifier)))
  faults.push(...((await attempt(faults, null, () => checkUmbrella(verifier))) ?? []))
  return { apps, faults }
}

const lockedNames = (lockfile: Lockfile | undefined): AppName[] =>
  Object.keys(lockfile?.apps ?? {}).map(parseAppName)

async function verifyApp(
  name: AppName,
  verifier: Verifier,
  lockfile: Lockfile | undefined,
): Promise<AppVerification> {
  const faults: Fault[] = []
  const counted: CheckContext['counted'] = { program: 0, skill: 0 }
  const { workspace, signatures } = verifier
  const found = await attempt(faults, name, () => readAnyRecord(workspace, name, signatures))
  // A third-party record proves nothing, and its program must not be run.
  if (found?.isOwn === false) faults.push(faultOf(untrustedRecord(workspace, name), name))
  const record = found?.isOwn === true ? found.record : undefined
  if (record === undefined) {
    if (faults.length === 0) faults.push(notInstalled(name, workspace, lockfile))
    return { name, registry: null, level: 'broken', key: null, files: counted, faults }
  }
  for (const check of checks) {
    const found = await attempt(faults, name, () => check(record, { ...verifier, lockfile, counted }))
    faults.push(...(found ?? []))
  }
  const { registry, signature } = record
  const level = faults.length > 0 ? 'broken' : signature === undefined ? 'digest' : 'signed'
  return { name, record, registry, level, key: signature?.key ?? null, files: counted, faults }
}

const notInstalled = (name: AppName, workspace: Workspace, lockfile: Lockfile | undefined): Fault => {
  const isLocked = lockfile?.apps[name] !== undefined
  return {
    code: 'app.not-installed',
    app: name,
    message: isLocked
      ? t('verify-installed.cli-apps-lock-but-not', '{name} is in cli-apps.lock but not installed here.', {
          name,
        })
      : t('verify-installed.not-installed', '{name} is not installed in {root}.', {
          name,
          root: workspace.root,
        }),
    hint: isLocked
      ? `${cliCall()} install ${name}`
      : t('verify-installed.hint', 'Run "{cli} list" to show what is installed.'),
    paths: [recordFile(workspace, name)],
  }
}
