import { t } from '../messages/t.ts'
import { type Issue, isAppError } from './errors.ts'

/** What a person, a script (`--json`) and a model (tool error) see of a failure. */
export interface ErrorReport {
  code: string
  message: string
  hint?: string
  issues?: readonly Issue[]
  details?: Readonly<Record<string, unknown>>
}

/** The only public form of an error. Anything but an `AppError` is a bug, whose message stays internal. */
export function toErrorReport(error: unknown): ErrorReport {
  if (!isAppError(error)) {
    return {
      code: 'internal',
      message: t('error-report.something-went-wrong-inside', 'Something went wrong inside cli-apps.'),
      hint: t('error-report.hint', 'This is a bug in cli-apps; please report it.'),
    }
  }
  return {
    code: error.code,
    message: error.message,
    hint: error.hint,
    issues: error.issues.length === 0 ? undefined : error.issues,
    details: error.details,
  }
}
