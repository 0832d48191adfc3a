import { IntegrityError, type ReleaseProof } from '@cli-apps/core'
import type { CheckedRelease } from './check-npm-release.ts'

/**
 * Refuses a release that lacks what the locked one had: a stolen account can publish, but rarely from the same workflow.
 * What could not be asked is no loss. Throws `IntegrityError` `npm.proof-lost`.
 */
export function requireNoLoss(
  { name, version }: { name: string; version: string },
  { proof, unchecked }: CheckedRelease,
  locked: ReleaseProof | undefined,
): void {
  const lost = (['signature', 'builder'] as const).find(
    (part) => locked?.[part] !== undefined && proof[part] === undefined && unchecked[part] === undefined,
  )
  if (lost === undefined) return
  const what = lost === 'signature' ? 'a registry signature' : 'a provenance attestation'
  throw new IntegrityError(
    'npm.proof-lost',
    `${name} ${version} no longer has ${what}, but the locked release has one.`,
    {
      hint: 'Stay on the locked version until the publisher explains it. To accept the change, uninstall the app and install it again.',
      details: { locked: locked ?? null },
    },
  )
}

/** What a person reads of it before confirming. */
export function proofRemarks(
  name: string,
  { proof, unchecked }: CheckedRelease,
  locked?: ReleaseProof,
): string[] {
  const { signature, builder } = proof
  const before = locked?.builder?.workflow
  const isOther =
    builder !== undefined && before !== undefined && repositoryOf(before) !== repositoryOf(builder.workflow)
  return [
    ...(signature === undefined ? [] : [`${name} is signed by the npm registry (${signature})`]),
    ...(builder === undefined ? [] : [`${name} was built by ${builder.workflow}`]),
    ...(isOther ? [`${name} was built by another workflow before: ${before}`] : []),
    ...(unchecked.signature === undefined
      ? []
      : [`the registry signature of ${name} was not checked: ${unchecked.signature}`]),
    ...(unchecked.builder === undefined || unchecked.builder === unchecked.signature
      ? []
      : [`the provenance of ${name} was not checked: ${unchecked.builder}`]),
  ]
}

/** The workflow without the ref that it ran for, which differs from release to release. */
const repositoryOf = (workflow: string): string => workflow.replace(/@[^@]*$/, '')
