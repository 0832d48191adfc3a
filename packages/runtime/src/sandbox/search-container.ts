/** Loaded where a container is asked for. */
export { findContainer } from '@cli-apps/core/node'
