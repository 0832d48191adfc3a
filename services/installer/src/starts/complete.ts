import { completeLine } from '../completion/complete-line.ts'

/** Completes a word for a shell, in a bundle of its own: the person is typing. */
export async function runCli(words: readonly string[]): Promise<number> {
  await completeLine(words.slice(1))
  return 0
}
