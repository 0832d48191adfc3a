import { IntegrityError, type ReleaseProof, t } from '@cli-apps/core'
import type { CheckedRelease } from './check-npm-release.ts'

/**
 * Refuses a release without a proof that the locked one had: a stolen account can publish, but rarely from the same
 * workflow. A proof that could not be checked does not count as lost. Throws `IntegrityError` `npm.proof-lost`.
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
  const what =
    lost === 'signature'
      ? t('require-no-loss.registry-signature', 'a registry signature')
      : t('require-no-loss.provenance-attestation', 'a provenance attestation')
  throw new IntegrityError(
    'npm.proof-lost',
    t('npm.proof-lost', '{name} {version} no longer has {what}, but the locked release has one.', {
      name,
      version,
      what,
    }),
    {
      hint: t(
        'npm.proof-lost.hint',
        'Stay on the locked version until the publisher explains it. To accept the change, uninstall the app and install it again.',
      ),
      details: { locked: locked ?? null },
    },
  )
}

/** Remarks on the proof for the person who confirms; that it is valid and as before is a detail. */
export function proofRemarks(
  name: string,
  { proof, unchecked }: CheckedRelease,
  locked?: ReleaseProof,
): { remarks: string[]; details: string[] } {
  const { signature, builder } = proof
  const before = locked?.builder?.workflow
  const isOther =
    builder !== undefined && before !== undefined && repositoryOf(before) !== repositoryOf(builder.workflow)
  const details = [
    ...(signature === undefined
      ? []
      : [
          t('require-no-loss.signed-npm-registry', '{name} is signed by the npm registry ({signature})', {
            name,
            signature,
          }),
        ]),
    ...(builder === undefined
      ? []
      : [t('require-no-loss.built', '{name} was built by {workflow}', { name, workflow: builder.workflow })]),
  ]
  const remarks = [
    ...(isOther
      ? [
          t(
            'require-no-loss.built-another-workflow-before',
            '{name} was built by another workflow before: {before}',
            { name, before },
          ),
        ]
      : []),
    ...(unchecked.signature === undefined
      ? []
      : [
          t(
            'require-no-loss.registry-signature-not-checked',
            'the registry signature of {name} was not checked: {signature}',
            { name, signature: unchecked.signature },
          ),
        ]),
    ...(unchecked.builder === undefined || unchecked.builder === unchecked.signature
      ? []
      : [
          t('require-no-loss.provenance-not-checked', 'the provenance of {name} was not checked: {builder}', {
            name,
            builder: unchecked.builder,
          }),
        ]),
  ]
  return { remarks, details }
}

/** The workflow without its ref, which differs between releases. */
const repositoryOf = (workflow: string): string => workflow.replace(/@[^@]*$/, '')
