import { type AppError, type InstallMethod, type MethodKind, t } from '@cli-apps/core'

/** A method that fits this machine, and why it was not used. */
export interface PassedOver {
  method: MethodKind
  /** Code of the error, or `consent.…` for what the method needs beyond what was confirmed. */
  code: string
  /** One line, without a period. */
  reason: string
  /** File with the output of its package manager. */
  log: string | null
  /** The failure itself, if it was tried. */
  error?: AppError
}

export const failedMethod = ({ method }: Pick<InstallMethod, 'method'>, error: AppError): PassedOver => ({
  method,
  code: error.code,
  reason: error.message.replace(/[.。]$/, ''),
  log: typeof error.details?.log === 'string' ? error.details.log : null,
  error,
})

export const passedOverLine = ({ method, reason }: PassedOver): string =>
  t('passed-over.instead', 'instead of {method}: {reason}', { method, reason })

/** For programs. */
export const passedOverReport = ({ method, code, reason, log }: PassedOver) => ({
  method,
  code,
  reason,
  log,
})
