import { IntegrityError, type LockedArtifact, t } from '@cli-apps/core'
import type { StoredApp } from '../../store/store.ts'
import type { InstallPlan } from '../install-plan.ts'
import { treeDifferences } from './tree-differences.ts'

/**
 * Compares what was installed with the lockfile. Throws `IntegrityError` if they differ.
 * For a program in the store, that is the whole tree; for a system program its version, or its package's version if the
 * program reports none.
 */
export function requireLocked(
  plan: InstallPlan,
  app: Pick<StoredApp, 'artifacts' | 'program_version'>,
): void {
  const { frozen, entry, name, version, method } = plan
  requireLockedTree(plan, app.artifacts)
  requireProvenRelease(plan, app.artifacts)
  if (frozen === undefined || entry !== null) return
  const differences = treeDifferences(frozen.artifacts, app.artifacts)
  const isSame =
    frozen.program_version === null
      ? differences.length === 0
      : frozen.program_version === app.program_version
  if (isSame) return
  const here = app.program_version ?? summary(differences)
  throw new IntegrityError(
    'lockfile.program-differs',
    t(
      'lockfile.program-differs',
      '{name} is locked as the program {program_version}, but {method} has {here} here.',
      { name, program_version: frozen.program_version ?? version, method: method.method, here },
    ),
    {
      hint: t(
        'lockfile.program-differs.hint',
        'Install the locked version on this machine, or accept this one: {cli} install {name}',
        { name },
      ),
      details: { locked: frozen.program_version, found: app.program_version, differences },
    },
  )
}

/**
 * Requires that the file of an adopted program is the locked one before it is started: it comes with the workspace, like
 * its lockfile.
 */
export function requireLockedFile(
  { frozen, method, name }: Pick<InstallPlan, 'frozen' | 'method' | 'name'>,
  artifacts: readonly LockedArtifact[],
): void {
  if (frozen === undefined || method.method !== 'adopted' || !('path' in method)) return
  const differences = treeDifferences(frozen.artifacts, artifacts)
  if (differences.length === 0) return
  throw new IntegrityError(
    'lockfile.program-differs',
    t('lockfile.program-differs.file', './{file} differs from the program that was locked as {name}.', {
      file: method.path,
      name,
    }),
    {
      hint: t(
        'lockfile.program-differs.file.hint',
        'Restore the file, or accept it as it is: {cli} update {name}',
        { name },
      ),
      details: { differences },
    },
  )
}

/** Requires that a program in the store equals the lockfile, package by package, before any part of it is started. */
export function requireLockedTree(
  { tree, entry, name, version }: InstallPlan,
  artifacts: readonly LockedArtifact[],
): void {
  const differences = tree === undefined || entry === null ? [] : treeDifferences(tree, artifacts)
  if (differences.length === 0) return
  throw new IntegrityError(
    'lockfile.tree-differs',
    t(
      'lockfile.tree-differs',
      'The dependency tree of {name} {version} differs from cli-apps.lock: {differences}.',
      { name, version, differences: summary(differences) },
    ),
    {
      hint: t(
        'lockfile.tree-differs.hint',
        'It was not installed. Find out why. To lock it again, remove {name} from cli-apps.lock and install it again.',
        { name },
      ),
      details: { differences },
    },
  )
}

/** Requires the signed and attested release: the package manager made its own requests to its index. */
function requireProvenRelease({ checked, method }: InstallPlan, artifacts: readonly LockedArtifact[]): void {
  if (checked?.release === undefined || Object.keys(checked.proof).length === 0) return
  const { name, version, integrity } = checked.release
  const installed = artifacts.find((artifact) => artifact.name === name)
  if (installed?.integrity === integrity) return
  throw new IntegrityError(
    'npm.other-release',
    t('npm.other-release', 'The digest of {name} {version} differs from the one that its registry signed.', {
      name,
      version,
    }),
    {
      hint: t(
        'npm.other-release.hint',
        'It was not installed. Run the command again; if this persists, report it to the registry.',
      ),
      details: { method: method.method, signed: integrity, installed: installed?.integrity ?? null },
    },
  )
}

const summary = (differences: readonly string[]): string =>
  differences.length > 5
    ? t('require-locked.more', '{differences}; and {count} more', {
        differences: differences.slice(0, 5).join('; '),
        count: differences.length - 5,
      })
    : differences.join('; ')
