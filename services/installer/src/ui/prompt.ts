import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CanceledError, t, UsageError } from '@cli-apps/core'
import type { CommandContext } from '../context.ts'
import { visible } from './visible.ts'

/**
 * Asks for confirmation, unless `--yes` was passed. Throws `UsageError` `consent.needed` without a terminal, and
 * `CanceledError` if the answer is no.
 */
export async function requireConsent(
  question: string,
  { output, signal }: CommandContext,
  { isGiven, isNoDefault = false }: { isGiven: boolean; isNoDefault?: boolean },
): Promise<void> {
  if (isGiven) return
  if (!canAsk({ output })) {
    throw new UsageError(
      'consent.needed',
      t('consent.needed', 'This command requires confirmation, but there is no terminal to ask on.'),
      {
        hint: t('consent.needed.hint', 'Review the plan with --dry-run, then pass --yes.'),
      },
    )
  }
  const answer = await readAnswer(`${visible(question)} ${isNoDefault ? '[y/N]' : '[Y/n]'} `, signal)
  if (!(answer === '' ? !isNoDefault : /^(y|yes|是|好)$/i.test(answer)))
    throw new CanceledError('consent.refused', t('ask-manager.hint', 'Nothing was changed.'))
}

/** Whether a person can see and answer questions. */
export const canAsk = ({ output }: Pick<CommandContext, 'output'>): boolean =>
  process.stdin.isTTY && output.isTerminal && !output.isJson

/** Asks a question whose default answer is no. Throws `CanceledError` on an interrupt. */
export async function askPerson(
  question: string,
  { signal }: Pick<CommandContext, 'signal'>,
): Promise<boolean> {
  return /^(y|yes|是|好)$/i.test(await readAnswer(`${visible(question)} [y/N] `, signal))
}

/** Asks for a line of text. Throws `CanceledError` on an interrupt. */
export const askLine = (question: string, { signal }: Pick<CommandContext, 'signal'>): Promise<string> =>
  readAnswer(`${visible(question)} `, signal)

async function readAnswer(question: string, signal: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(question, { signal })
    return answer.trim()
  } catch (cause) {
    // An interrupt or the end of input means no. Later output starts on a new line.
    process.stderr.write('\n')
    throw new CanceledError('consent.refused', t('ask-manager.hint', 'Nothing was changed.'), { cause })
  } finally {
    lines.close()
  }
}

interface SecretWanted {
  /** Command name, with which error codes begin. */
  command: string
  /** Name of the secret, such as "a token". */
  what: string
  /** How to pass it if no one can be asked. */
  otherwise: string
}

/** Asks for a secret without echoing it. Throws `UsageError` if no one can be asked. */
export async function askSecret(
  question: string,
  { output, signal }: CommandContext,
  { command, what, otherwise }: SecretWanted,
): Promise<string> {
  if (!canAsk({ output })) {
    throw new UsageError(
      `${command}.no-terminal`,
      t('prompt.there-no-terminal-ask', 'There is no terminal to ask for {what} on.', { what }),
      {
        hint: otherwise,
      },
    )
  }
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  // Echo is turned off before the question appears.
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  process.stderr.write(visible(question))
  try {
    return await lines.question('', { signal })
  } catch (cause) {
    throw new CanceledError(
      `${command}.canceled`,
      t('prompt.no-answer-given', 'No answer was given for {what}.', { what }),
      { cause },
    )
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

/** Reads all of standard input, at most 64 KiB. Throws `UsageError` if it is a terminal. */
export async function readInput({ signal }: Pick<CommandContext, 'signal'>): Promise<string> {
  if (process.stdin.isTTY)
    throw new UsageError('cli.no-input', t('cli.no-input', 'Standard input is empty.'), {
      hint: t('cli.no-input.hint', 'Pipe the text into this command.'),
    })
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > 65_536)
      throw new UsageError(
        'cli.long-input',
        t('cli.long-input.standard-input-has-more', 'Standard input has more than 64 KiB.'),
      )
    signal.throwIfAborted()
  }
  return text
}
