/** Loaded for calls that name a command. */
export { findCommand, inputToArgv } from '@cli-apps/core/command-tools'
