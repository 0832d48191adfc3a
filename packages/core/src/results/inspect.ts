import { CommandNode } from '@cli-apps/help/command-tree'

/** `inspect --json`: the program itself is the root of its commands. */
export const InspectResult = CommandNode
export type InspectResult = CommandNode
