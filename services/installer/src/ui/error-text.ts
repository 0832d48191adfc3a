import { type Issue, isAppError } from '@cli-apps/core'
import type { Palette } from './palette.ts'
import { visible } from './visible.ts'

export interface ErrorTextOptions {
  paint: Palette
  translate: (text: string) => string
}

/** Message, every issue, and the next step. What is no `AppError` is a bug, and shows its stack. */
export function errorText(error: unknown, { paint, translate }: ErrorTextOptions): string {
  const shown = (text: string): string => visible(translate(text))
  if (!isAppError(error)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return `${paint.red(`cli-apps: ${shown('internal error')}`)}\n${visible(stack)}\n`
  }
  return [
    `${paint.red('cli-apps:')} ${shown(error.message)}`,
    ...error.issues.map((issue) => visible(`  ${issueText(issue, translate)}`)),
    ...(error.hint === undefined || error.hint === '' ? [] : [paint.dim(`  ${shown(error.hint)}`)]),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

const unchanged = (text: string): string => text

/** One problem on one line: where, what, what to do, and the rule behind it. */
export const issueText = (
  { path, message, hint = '', rule }: Issue,
  translate: (text: string) => string = unchanged,
): string =>
  [
    `${path === '' ? '(whole)' : path}: ${sentence(message, translate)}`,
    translate(hint),
    rule === undefined ? '' : `[${rule}]`,
  ]
    .filter((part) => part !== '')
    .join(' ')

const sentence = (message: string, translate: (text: string) => string): string => {
  const said = translate(message)
  return said === message ? `${said}.` : `${said}。`
}
