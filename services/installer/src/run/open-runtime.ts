/** A runtime as models have it, loaded by whoever needs more than runs. */
export { createRuntime } from '@cli-apps/runtime'
