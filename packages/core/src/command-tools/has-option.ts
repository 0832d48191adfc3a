import type { CommandChain } from './command-chain.ts'

/** Whether a command of the chain has an option whose name matches. */
export const hasOption = (chain: CommandChain, pattern: RegExp): boolean =>
  chain.some(({ options }) =>
    options.some(({ long, short }) => [...long, ...short].some((name) => pattern.test(name))),
  )
