/** Loaded for apps that declare access. */
export { accessItems } from '@cli-apps/core'
export { accessGranted, accessStanding, readAccess } from '@cli-apps/core/node'
