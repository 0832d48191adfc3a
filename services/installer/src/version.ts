import type { Digest } from '@cli-apps/core'
import manifest from '../package.json' with { type: 'json' }

/** Version of the installer, and the Node that it runs on, as its package says. */
export const {
  version,
  engines: { node: nodeRange },
} = manifest

/** Set by the build. */
declare const sourcesDigest: Digest | undefined

/** Digest of everything that the program was built from; `undefined` where it runs from its sources. */
export const builtFrom = typeof sourcesDigest === 'undefined' ? undefined : sourcesDigest
