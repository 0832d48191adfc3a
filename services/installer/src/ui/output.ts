import { type AppError, type Issue, isAppError, toErrorReport } from '@cli-apps/core'

/** The only writer to the terminal: results on stdout, everything else on stderr. */
export interface Output {
  isJson: boolean
  /** Can the person at the other end be asked and shown progress? */
  isTerminal: boolean
  /** The result: one JSON document with `--json`, else text for people. */
  result(value: unknown, text: string): void
  notice(message: string): void
  error(error: unknown): void
  /** Shows what is going on; gives the function that ends the display. */
  progress(title: string): Progress
}

export interface Progress {
  update(detail: string): void
  done(): void
}

export interface OutputOptions {
  stdout: NodeJS.WriteStream
  stderr: NodeJS.WriteStream
  isJson: boolean
  environment: NodeJS.ProcessEnv
}

export function createOutput({ stdout, stderr, isJson, environment }: OutputOptions): Output {
  const isTerminal = stderr.isTTY === true && environment.TERM !== 'dumb' && environment.CI === undefined
  let clear = (): void => {}
  const say = (text: string): void => {
    clear()
    stderr.write(`${visible(text)}\n`)
  }
  return {
    isJson,
    isTerminal,
    result(value, text) {
      clear()
      stdout.write(isJson ? `${JSON.stringify(value, null, 2)}\n` : ended(visible(text)))
    },
    notice: (message) => say(message),
    error(error) {
      clear()
      if (isJson) stdout.write(`${JSON.stringify({ error: toErrorReport(error) }, null, 2)}\n`)
      else stderr.write(visible(errorText(error)))
    },
    progress(title) {
      if (!isTerminal) {
        say(`${title} …`)
        return { update: () => {}, done: () => {} }
      }
      const show = (detail: string): void => {
        const width = Math.max(20, (stderr.columns ?? 80) - 1)
        stderr.write(`\r\u001b[2K${visible(`${title} ${detail}`).slice(0, width)}`)
      }
      clear = () => {
        stderr.write('\r\u001b[2K')
      }
      show('…')
      return {
        update: show,
        done() {
          clear()
          clear = () => {}
        },
      }
    },
  }
}

/** Message, every issue, and the next step. What is no `AppError` is a bug, and shows its stack. */
function errorText(error: unknown): string {
  if (!isAppError(error))
    return `cli-apps: internal error\n${error instanceof Error ? error.stack : String(error)}\n`
  return [
    `cli-apps: ${error.message}`,
    ...issueLines(error),
    error.hint === undefined ? '' : `  ${error.hint}`,
  ]
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('')
}

const issueLines = ({ issues }: AppError): string[] => issues.map((issue) => `  ${issueText(issue)}`)

/** One problem on one line: where, what, what to do, and the rule behind it. */
export const issueText = ({ path, message, hint = '', rule }: Issue): string =>
  [`${path === '' ? '(whole)' : path}: ${message}.`, hint, rule === undefined ? '' : `[${rule}]`]
    .filter((part) => part !== '')
    .join(' ')

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** Without the controls by which text of strangers could move the cursor, rename the window or hide itself. */
const visible = (text: string): string => text.replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
