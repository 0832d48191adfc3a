/** Loaded for documents. */
export { RunOutcome } from '@cli-apps/core/results'
