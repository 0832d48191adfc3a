import { createInterface } from 'node:readline/promises'
import { CanceledError, UsageError } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'

/**
 * Asks the person for a yes. `--yes` stands for one; where nobody can be asked it throws `UsageError` `consent.needed`,
 * and `CanceledError` when the answer is no.
 */
export async function requireConsent(
  question: string,
  { output, signal }: CommandContext,
  { isGiven }: { isGiven: boolean },
): Promise<void> {
  if (isGiven) return
  if (!process.stdin.isTTY || !output.isTerminal || output.isJson) {
    throw new UsageError('consent.needed', 'This changes the machine, and nobody can be asked here.', {
      hint: 'Look at the plan with --dry-run, then say --yes.',
    })
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(`${question} [Y/n] `, { signal }).catch((cause: unknown) => {
      // An interrupt or the end of input: nobody said yes. What follows begins on a line of its own.
      process.stderr.write('\n')
      throw new CanceledError('consent.refused', 'Nothing was changed.', { cause })
    })
    if (!/^(y|yes|)$/i.test(answer.trim())) throw new CanceledError('consent.refused', 'Nothing was changed.')
  } finally {
    lines.close()
  }
}
