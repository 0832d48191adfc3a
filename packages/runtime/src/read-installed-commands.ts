/** Loaded where a call is judged by its command tree. */
export { readCommands } from '@cli-apps/core/node'
