import { t } from '@cli-apps/core'
import { npmRegistryOf } from '../managers/npm-settings.ts'
import { readNpmTree, readTreeFile } from '../strategies/npm/npm-tree.ts'
import type { Step } from '../strategies/step.ts'
import { checkNpmTree } from './check-npm-tree.ts'
import { openPackuments } from './packument.ts'
import { fetchTrust, shippedTrust } from './sigstore-trust.ts'

const mostNamed = 5

/** Verifies the signatures of what npm installed, and reports what could not be checked. Throws like `checkNpmTree`. */
export async function proveTree(
  { file, package: root, includesRoot = false, settings, sigstore }: Step & { step: 'prove' },
  { signal, notice }: { signal: AbortSignal; notice: (text: string) => void },
): Promise<void> {
  const unchecked = await checkNpmTree(readNpmTree(await readTreeFile(file)), {
    root: includesRoot ? undefined : root,
    registryOf: (name) => npmRegistryOf(name, settings),
    packuments: openPackuments(signal),
    trust: shippedTrust(),
    refresh: () => fetchTrust(sigstore),
  })
  for (const [reason, releases] of unchecked) {
    const more =
      releases.length > mostNamed
        ? t('prove-tree.more', ', and {count} more', { count: releases.length - mostNamed })
        : ''
    const named = `${releases.slice(0, mostNamed).join(', ')}${more}`
    const values = { root, named, reason }
    notice(
      includesRoot
        ? t(
            'prove-tree.registry-signature',
            'the registry signature of {named} was not checked: {reason}',
            values,
          )
        : t(
            'prove-tree.registry-signatures-dependencies-were',
            'the registry signatures of dependencies of {root} were not checked ({named}): {reason}',
            values,
          ),
    )
  }
}
