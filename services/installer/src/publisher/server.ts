import { t, UnauthenticatedError, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { readWorkspaceFile } from '@cli-apps/core/node'
import type * as z from 'zod'
import { textOption } from '../command.ts'
import type { CommandContext } from '../context.ts'
import { registryLocations } from '../resolve/registry-locations.ts'
import { askServer, type ServerRequest, serverBase } from './ask-server.ts'
import { storedToken } from './credentials.ts'

/** The registry server of a command, and the token for it. */
export interface PublisherServer {
  location: string
  token: string | undefined
  /** Only `cli-apps.json` names it: it gets no secret of the environment. */
  isDeclaredAlone?: boolean
  /** Sends a request, with the token if there is one. */
  ask<Schema extends z.ZodType>(
    request: Omit<ServerRequest<Schema>, 'token' | 'signal'>,
  ): Promise<{ status: number; value: z.output<Schema> }>
}

/** Finds the first configured registry that is a server; `undefined` if there is none. Sends no request. */
export async function findServer(
  options: OptionValues,
  context: CommandContext,
): Promise<PublisherServer | undefined> {
  const flag = textOption(options, 'registry')
  const declared = await readWorkspaceFile(context.workspace)
  const location = registryLocations(context, { flag, declared }).find((at) => serverBase(at) !== undefined)
  if (location === undefined) return undefined
  const isDeclaredAlone =
    flag === undefined &&
    context.config.environmentRegistry === undefined &&
    declared.registries !== undefined
  // An untrusted folder must not decide where the token from the environment is sent.
  const fromEnvironment = isDeclaredAlone ? undefined : context.config.token
  const token = fromEnvironment ?? (await storedToken(context.config.credentials, location))
  return { ...serverAt(location, token, context), isDeclaredAlone }
}

export const serverAt = (
  location: string,
  token: string | undefined,
  { signal }: Pick<CommandContext, 'signal'>,
): PublisherServer => ({
  location,
  token,
  ask: (request) => askServer(location, { ...request, token, signal }),
})

/** Like `findServer`, but throws `UsageError` `registry.not-a-server` if there is none. */
export async function requireServer(
  options: OptionValues,
  context: CommandContext,
): Promise<PublisherServer> {
  const server = await findServer(options, context)
  if (server !== undefined) return server
  throw new UsageError(
    'registry.not-a-server',
    t('registry.not-a-server.no-registry-server-configured', 'No registry server is configured.'),
    {
      hint: t('registry.not-a-server.hint', 'Name one with --registry URL.'),
    },
  )
}

/** Like `requireServer`, but throws `UnauthenticatedError` `auth.no-token` if there is no token for it. */
export async function requireAccount(
  options: OptionValues,
  context: CommandContext,
): Promise<PublisherServer> {
  const server = await requireServer(options, context)
  if (server.token !== undefined) return server
  throw noToken(server)
}

export const noToken = (server: PublisherServer): UnauthenticatedError =>
  new UnauthenticatedError(
    'auth.no-token',
    t('auth.no-token', 'No token for {location} was found.', { location: server.location }),
    {
      hint: t(
        'auth.no-token.hint',
        'Run "{cli} login --registry {location}", or set CLI_APPS_TOKEN and pass --registry.',
        { location: server.location },
      ),
    },
  )
