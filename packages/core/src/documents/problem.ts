import * as z from 'zod'
import { toErrorReport } from '../errors/error-report.ts'
import {
  type AppError,
  type AppErrorOptions,
  ConflictError,
  ForbiddenError,
  GoneError,
  IntegrityError,
  InvalidError,
  isAppError,
  LimitError,
  NotFoundError,
  UnauthenticatedError,
  UnavailableError,
  UnsupportedError,
  UsageError,
} from '../errors/errors.ts'
import { limitIssues } from '../errors/issues.ts'
import { shownLine } from '../text.ts'

const ProblemIssue = z.object({
  path: shownLine(500),
  message: shownLine(1000),
  rule: shownLine(100).optional(),
  hint: shownLine(1000).optional(),
})

/** An error on the wire: `application/problem+json` (RFC 9457) with our `code`, `hint` and `issues`; its texts made fit to be shown. */
export const Problem = z.object({
  type: shownLine(200),
  title: shownLine(200),
  status: z.int(),
  detail: shownLine(2000),
  instance: shownLine(2000).optional(),
  code: shownLine(100),
  hint: shownLine(1000).optional(),
  issues: z.array(ProblemIssue).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})
export type Problem = z.infer<typeof Problem>

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Not authenticated',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  422: 'Invalid',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Unavailable',
}

export function toProblem(error: unknown, instance?: string): Problem {
  const { message, issues, ...rest } = toErrorReport(error)
  const status = isAppError(error) ? error.httpStatus : 500
  return {
    type: `/problems/${rest.code}`,
    title: titles[status] ?? 'Error',
    status,
    detail: message,
    instance,
    ...rest,
    issues: issues && limitIssues(issues),
  }
}

const familyOfStatus: Record<
  number,
  new (
    code: string,
    message: string,
    options: AppErrorOptions,
  ) => AppError
> = {
  400: UsageError,
  401: UnauthenticatedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  410: GoneError,
  413: LimitError,
  422: InvalidError,
  429: LimitError,
}

/** A problem that another server answered, as an error of ours. Codes that name a family of their own keep it. */
export function fromProblem(problem: Problem): AppError {
  const Family = problem.code.startsWith('host.')
    ? UnsupportedError
    : problem.code.startsWith('integrity.')
      ? IntegrityError
      : (familyOfStatus[problem.status] ?? UnavailableError)
  const { code, detail, hint, issues, details } = problem
  return new Family(code, detail, { hint, issues, details })
}
