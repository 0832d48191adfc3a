import { type Issue, isAppError, t } from '@cli-apps/core'
import type { Palette } from './palette.ts'
import { visible } from './visible.ts'

/** Formats the message, every issue, and the next step. Anything but an `AppError` is a bug, and shows its stack. */
export function errorText(error: unknown, paint: Palette): string {
  if (!isAppError(error)) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return `${paint.red(`cli-apps: ${t('error-text.internal', 'internal error')}`)}\n${visible(stack)}\n`
  }
  return [
    `${paint.red('cli-apps:')} ${visible(error.message)}`,
    ...error.issues.map((issue) => visible(`  ${issueText(issue)}`)),
    ...(error.hint === undefined || error.hint === '' ? [] : [paint.dim(`  ${visible(error.hint)}`)]),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

/** Formats one problem on one line: where, what, how to fix it, and the rule. */
export const issueText = ({ path, message, hint = '', rule, line }: Issue): string => {
  const key = path === '' ? t('error-text.whole', '(whole)') : path
  const place = line === undefined ? key : t('error-text.line', 'line {line}, {key}', { line, key })
  return [
    t('error-text.issue', '{place}: {message}.', { place, message }),
    hint,
    rule === undefined ? '' : `[${rule}]`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
