/** One problem inside a larger value: its JSON path such as `install[0].version`, a message, and a hint. */
export interface Issue {
  path: string
  message: string
  /** Stable id of the violated rule, such as `schema.too-long`. */
  rule?: string
  hint?: string
  /** Where it is in the file that was read; both start at 1. */
  line?: number
  column?: number
}

export interface AppErrorOptions {
  /** One next step for the reader. */
  hint?: string
  issues?: readonly Issue[]
  cause?: unknown
  /** Data for programs, such as the refusals behind an `UnsupportedError`. JSON values only. */
  details?: Readonly<Record<string, unknown>>
}

const brand = Symbol.for('cli-apps.AppError')

/**
 * An error that a person can act on. `code` is stable and dotted (`download.checksum-mismatch`), `message` says what
 * happened with the offending value, `hint` gives one next step. The subclass determines exit status and HTTP status.
 */
export abstract class AppError extends Error {
  abstract readonly exitStatus: number
  abstract readonly httpStatus: number
  readonly code: string
  readonly hint: string | undefined
  readonly issues: readonly Issue[]
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(code: string, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.code = code
    this.hint = options.hint
    this.issues = options.issues ?? []
    this.details = options.details
    Object.defineProperty(this, brand, { value: true })
  }
}

/** Recognizes an `AppError` from any copy of this package. */
export const isAppError = (value: unknown): value is AppError =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[brand] === true

/** Bad flags or a malformed request. */
export class UsageError extends AppError {
  readonly exitStatus = 2
  readonly httpStatus = 400
}

/** A manifest, lockfile, record or body that fails its schema. */
export class InvalidError extends AppError {
  readonly exitStatus = 3
  readonly httpStatus = 422
}

export class NotFoundError extends AppError {
  readonly exitStatus = 4
  readonly httpStatus = 404
}

/** Existed, and was removed permanently. */
export class GoneError extends AppError {
  readonly exitStatus = 4
  readonly httpStatus = 410
}

/** Already taken, or changed concurrently. */
export class ConflictError extends AppError {
  readonly exitStatus = 5
  readonly httpStatus = 409
}

/** No valid identity. */
export class UnauthenticatedError extends AppError {
  readonly exitStatus = 6
  readonly httpStatus = 401
}

/** Known, but not allowed. */
export class ForbiddenError extends AppError {
  readonly exitStatus = 6
  readonly httpStatus = 403
}

/** No install method fits this host; `details.refusals` lists every reason. */
export class UnsupportedError extends AppError {
  readonly exitStatus = 7
  readonly httpStatus = 422
}

/** A digest that does not match, or a path that escapes. Final: there is no workaround. */
export class IntegrityError extends AppError {
  readonly exitStatus = 8
  readonly httpStatus = 422
}

/** Too large or too many. */
export class LimitError extends AppError {
  readonly exitStatus = 9
  readonly httpStatus: number
  constructor(code: string, message: string, options: AppErrorOptions & { httpStatus?: 413 | 429 } = {}) {
    super(code, message, options)
    this.httpStatus = options.httpStatus ?? 413
  }
}

/** A server or the network failed; retrying later may help. */
export class UnavailableError extends AppError {
  readonly exitStatus = 9
  readonly httpStatus = 503
}

/** A child process failed. The message contains the end of its output. */
export class ProcessError extends AppError {
  readonly exitStatus = 10
  readonly httpStatus = 500
}

/** Interrupted or declined by the user. */
export class CanceledError extends AppError {
  readonly exitStatus = 130
  readonly httpStatus = 499
}
