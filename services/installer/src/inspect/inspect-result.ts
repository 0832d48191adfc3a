import { CommandNode } from '@cli-apps/core'

/** `inspect --json`: the program itself is the root of its commands. */
export const InspectResult = CommandNode
export type InspectResult = CommandNode
