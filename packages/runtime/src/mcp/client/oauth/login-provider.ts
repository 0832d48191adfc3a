import { UnauthenticatedError } from '@cli-apps/core'
import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
} from '@modelcontextprotocol/client'
import * as z from 'zod'
import { type LoginStore, McpLogin } from './mcp-login.ts'

interface LoggedServer {
  name: string
  /** Address with values filled in. */
  url: string
}

/** A login in progress: where the person's browser is sent, and where it comes back to. */
interface LoginPage {
  redirectUrl: string
  state: string
  open(url: URL): void
}

const metadataFor = (redirectUrl: string): OAuthClientMetadata => ({
  client_name: 'cli-apps',
  redirect_uris: [redirectUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
})

/** Uses and refreshes a stored login. Where a person has to log in again, it throws `UnauthenticatedError` `mcp.unauthorized`. */
export function storedLoginProvider({ name, url }: LoggedServer, store: LoginStore): OAuthClientProvider {
  const redirectUrl = 'http://127.0.0.1/callback'
  let isRefused = false
  let discovery: OAuthDiscoveryState | undefined
  const stored = async (): Promise<McpLogin | undefined> => {
    const login = await store.read()
    return login?.url === url ? login : undefined
  }
  return {
    redirectUrl,
    clientMetadata: metadataFor(redirectUrl),
    clientInformation: async () => (await stored())?.client,
    tokens: async () => (isRefused ? undefined : (await stored())?.tokens),
    async saveTokens(tokens) {
      const login = await stored()
      if (login !== undefined) await store.write(McpLogin.parse({ ...login, tokens }))
    },
    invalidateCredentials() {
      isRefused = true
    },
    redirectToAuthorization() {
      throw new UnauthenticatedError('mcp.unauthorized', `${name} requires a login.`)
    },
    saveCodeVerifier() {},
    codeVerifier: () => '',
    saveDiscoveryState(state) {
      discovery = state
    },
    discoveryState: () => discovery,
  }
}

/** Metadata of both kinds may have it; the type of OpenID Connect's does not. */
const Revocation = z.object({ revocation_endpoint: z.string().optional().catch(undefined) })

/** Makes a new login, with a registration of its own: the port of the redirect differs each time. */
export function newLoginProvider(
  { url }: LoggedServer,
  store: LoginStore,
  { redirectUrl, state, open }: LoginPage,
): OAuthClientProvider {
  let client: StoredOAuthClientInformation | undefined
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  return {
    redirectUrl,
    clientMetadata: metadataFor(redirectUrl),
    state: () => state,
    clientInformation: () => client,
    saveClientInformation(information) {
      client = information
    },
    tokens: () => undefined,
    saveTokens: (tokens) =>
      store.write(
        McpLogin.parse({
          url,
          client,
          tokens,
          ...Revocation.parse(discovery?.authorizationServerMetadata ?? {}),
        }),
      ),
    redirectToAuthorization: open,
    saveCodeVerifier(made) {
      verifier = made
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(state) {
      discovery = state
    },
    discoveryState: () => discovery,
  }
}
