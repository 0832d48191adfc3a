import manifest from '../package.json' with { type: 'json' }

/** Version of the installer, as its package says. */
export const { version } = manifest
