import { isAppError, toLine, UnauthenticatedError } from '@cli-apps/core'
import { InsufficientScopeError, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client'

interface RemoteServer {
  name: string
  /** Whether a login to it can be kept. */
  keepsLogin: boolean
}

/**
 * The error that says that a person has to log in, or to allow more than before (RFC 6750: `insufficient_scope`, with
 * `details.scope`); `undefined` where a server failed for another reason.
 */
export function loginProblem(
  cause: unknown,
  { name, keepsLogin }: RemoteServer,
): UnauthenticatedError | undefined {
  const hintOf = (login: string): string =>
    keepsLogin ? `${login} Or declare a token in its "headers".` : 'Declare a token in its "headers".'
  if (cause instanceof InsufficientScopeError) {
    const scope = toLine(cause.requiredScope ?? '', 300)
    return new UnauthenticatedError(
      'mcp.insufficient-scope',
      `${name} requires a login that allows more${scope === '' ? '' : `: ${scope}`}.`,
      { hint: hintOf('Let the user log in again with its login tool.'), details: { scope }, cause },
    )
  }
  return isUnauthorized(cause)
    ? new UnauthenticatedError('mcp.unauthorized', `${name} requires a login (status 401).`, {
        hint: hintOf(`Run: cli-apps mcp login ${name}.`),
        cause,
      })
    : undefined
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof UnauthorizedError ||
  (isAppError(error) && error.code === 'mcp.unauthorized') ||
  (error instanceof SdkHttpError && error.status === 401)
