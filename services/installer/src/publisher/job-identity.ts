import { NewToken, ProcessError, registryPaths, t } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { fetchText, parseLoosely } from '@cli-apps/core/node'
import * as z from 'zod'
import type { CommandContext } from '../context.ts'
import { noToken, type PublisherServer, requireServer, serverAt } from './server.ts'

/**
 * Where a CI job gets its OpenID Connect identity token: from its forge, or ready in a variable.
 *
 * - https://docs.github.com/en/actions/reference/security/oidc (`permissions: id-token: write`)
 * - https://docs.gitlab.com/ci/secrets/id_token_authentication/ (`id_tokens`), and any other forge
 */
type JobIdentity = { url: string; token: string } | { idToken: string }

export interface Publisher {
  server: PublisherServer
  /** The identity of a CI job stands in for a token. */
  isJob: boolean
  /** Returns the server with a token that may publish. */
  signIn(): Promise<PublisherServer>
}

/**
 * Finds what may publish an app: a token, or else the identity of this CI job, which is exchanged by `signIn`. Sends no
 * request. Throws what `requireServer` throws, and `UnauthenticatedError` `auth.no-token` without either.
 */
export async function requirePublisher(
  app: string,
  options: OptionValues,
  context: CommandContext,
): Promise<Publisher> {
  const server = await requireServer(options, context)
  if (server.token !== undefined) return { server, isJob: false, signIn: async () => server }
  // A registry that only the workspace names could use a ready token elsewhere.
  const identity = server.isDeclaredAlone === true ? undefined : findJobIdentity(context.environment)
  if (identity === undefined) throw noToken(server)
  return { server, isJob: true, signIn: () => signInAsJob(identity, app, { server, context }) }
}

/** Returns how this job proves who it is; `undefined` outside of one. */
function findJobIdentity(environment: NodeJS.ProcessEnv): JobIdentity | undefined {
  const { CLI_APPS_ID_TOKEN: idToken, ACTIONS_ID_TOKEN_REQUEST_URL: url } = environment
  const token = environment.ACTIONS_ID_TOKEN_REQUEST_TOKEN
  if (idToken) return { idToken }
  return url && token && URL.canParse(url) ? { url, token } : undefined
}

/** Exchanges the identity for a token that publishes one app for a quarter of an hour. */
async function signInAsJob(
  identity: JobIdentity,
  app: string,
  { server, context }: { server: PublisherServer; context: CommandContext },
): Promise<PublisherServer> {
  const audience = new URL(server.location).origin
  const id_token = 'idToken' in identity ? identity.idToken : await askForge(identity, audience, context)
  const { value } = await server.ask({
    method: 'POST',
    path: registryPaths.exchange(),
    body: JSON.stringify({ app, id_token }),
    answer: NewToken,
  })
  return serverAt(server.location, value.token, context)
}

const Answer = z.object({ value: z.string().min(1) })

/** Throws `ProcessError` `publish.no-identity` if the forge gives none. */
async function askForge(
  { url, token }: { url: string; token: string },
  audience: string,
  { signal }: CommandContext,
): Promise<string> {
  const address = new URL(url)
  address.searchParams.set('audience', audience)
  const { status, text } = await fetchText(address.href, {
    ...{ signal, redirects: 0 },
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  })
  const answer = status === 200 ? Answer.safeParse(parseLoosely(text)).data : undefined
  if (answer !== undefined) return answer.value
  throw new ProcessError(
    'publish.no-identity',
    t('publish.no-identity', '{origin} gave this job no identity token (status {status}).', {
      origin: address.origin,
      status,
    }),
    { hint: t('publish.no-identity.hint', 'Give the job the permission "id-token: write".') },
  )
}
