import { completeWords } from './complete-words.ts'

/**
 * `cli-apps complete <shell> -- <words>`, which the scripts of `cli-apps completion` call. Whatever goes wrong, it prints
 * nothing: the person is in the middle of a line.
 */
export async function completeLine(words: readonly string[]): Promise<void> {
  const { stdout, env: environment } = process
  stdout.on('error', () => {})
  try {
    stdout.write(await completeWords(words, { cwd: process.cwd(), environment }))
  } catch {
    // Such as a folder that may not be read; there is nothing to offer then.
  }
}
