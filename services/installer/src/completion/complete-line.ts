import { completeWords } from './complete-words.ts'

/**
 * Runs `cli-apps complete <shell> -- <words>`, which the scripts of `cli-apps completion` call. Prints nothing on any
 * error, because the user is typing a command.
 */
export async function completeLine([, ...words]: readonly string[]): Promise<number> {
  const { stdout, env: environment } = process
  stdout.on('error', () => {})
  try {
    stdout.write(await completeWords(words, { cwd: process.cwd(), environment }))
  } catch {
    // For example, a folder that is not readable; there is nothing to offer then.
  }
  return 0
}
