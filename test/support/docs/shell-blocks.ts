import { type CodeBlock, documents, readBlocks } from './code-blocks.ts'

/** Every shell block of these documents. */
export const shellBlocks = (names: readonly string[] = documents): CodeBlock[] =>
  names.flatMap(readBlocks).filter(({ language }) => ['sh', 'bash'].includes(language))

/** Blocks of npm's commands in a checkout: `.ci/run` and the tests with a network run them. */
export const isForCheckout = ({ text }: CodeBlock): boolean => /^npm /u.test(text)

/** Whether a test here runs the block. */
export const isRun = (block: CodeBlock): boolean => block.notRun === undefined && !isForCheckout(block)
