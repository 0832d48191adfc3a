import { parseJson, UnavailableError } from '@cli-apps/core'
import { fetchText } from '@cli-apps/core/node'

const limits = { timeoutMs: 5000, maxBytes: 512 * 1024, redirects: 0 }

interface IssuerRequest {
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  signal?: AbortSignal | undefined
}

/**
 * Asks an address of an issuer for JSON: over https, or http on loopback, without redirects, with limits of size and
 * time. Responses of any status are returned. Throws `UnavailableError` `oidc.issuer-away`.
 */
export async function askIssuer(
  issuer: string,
  url: string,
  { headers, ...request }: IssuerRequest = {},
): Promise<{ status: number; value: unknown }> {
  try {
    const { status, text } = await fetchText(url, {
      ...limits,
      ...request,
      headers: { ...headers, accept: 'application/json' },
    })
    return { status, value: parseJson(text, `The response of ${url}`) }
  } catch (cause) {
    throw away(issuer, `${url} returned no JSON`, cause)
  }
}

/** Like `askIssuer`, where only a 200 is an answer. */
export async function fetchFromIssuer(issuer: string, url: string, signal?: AbortSignal): Promise<unknown> {
  const { status, value } = await askIssuer(issuer, url, { signal })
  if (status === 200) return value
  throw away(issuer, `${url} did not return 200`)
}

export const away = (issuer: string, reason: string, cause?: unknown): UnavailableError =>
  new UnavailableError('oidc.issuer-away', `The issuer ${issuer} is not available: ${reason}.`, {
    hint: 'Try again in a few minutes.',
    cause,
  })
