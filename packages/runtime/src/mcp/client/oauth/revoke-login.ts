import { t, toLine, UnavailableError } from '@cli-apps/core'
import { fetchFor } from '../fetch-for.ts'
import type { McpLogin } from './mcp-login.ts'

/** Milliseconds for each of its tokens. */
const requestMs = 10_000

/**
 * Revokes the tokens of a login at its authorization server (RFC 7009). Returns false where that offers no revocation. Throws
 * `UnavailableError` `mcp.not-revoked`, which shows no token.
 */
export async function revokeMcpLogin(
  { url, client, tokens, revocation_endpoint: endpoint }: McpLogin,
  signal: AbortSignal,
): Promise<boolean> {
  if (endpoint === undefined) return false
  const { client_id, client_secret } = client
  const reach = fetchFor(new URL(url), {})
  const revoke = async (token: string, hint: 'refresh_token' | 'access_token'): Promise<void> => {
    const body = new URLSearchParams({
      ...{ token, token_type_hint: hint, client_id },
      ...(client_secret !== undefined && { client_secret }),
    })
    const response = await reach(endpoint, {
      ...{ method: 'POST', body },
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`status ${response.status}`)
  }
  try {
    // Without it no new access token can be had.
    if (tokens.refresh_token !== undefined) await revoke(tokens.refresh_token, 'refresh_token')
    await revoke(tokens.access_token, 'access_token')
    return true
  } catch (cause) {
    throw new UnavailableError(
      'mcp.not-revoked',
      t('mcp.not-revoked', 'The login to {url} was not revoked there: {reason}', {
        url: toLine(url, 200),
        reason: toLine(cause instanceof Error ? cause.message : String(cause), 200),
      }),
      {
        hint: t(
          'mcp.not-revoked.hint',
          'End it in the settings of your account there, or wait until it expires.',
        ),
        cause,
      },
    )
  }
}
