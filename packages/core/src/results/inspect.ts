import { CommandNode } from '../command-tree.ts'

/** `inspect --json`: the program itself is the root of its commands. */
export const InspectResult = CommandNode
export type InspectResult = CommandNode
