import { mcpVariables, toLine, type UnauthenticatedError, UnavailableError } from '@cli-apps/core'
import type { Client, StandardSchemaV1 } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { redactText } from '../../invoke/redact-secrets.ts'
import { createStatus, type McpServerState } from './connection-status.ts'
import type { Environment } from './fill-variables.ts'
import { loginProblem } from './oauth/login-problem.ts'
import { redactAnswer } from './redact-answer.ts'
import { createLink, type LinkOptions } from './server-link.ts'

interface RemoteRequest {
  method: string
  params?: Record<string, unknown>
}

interface RequestSettings {
  signal: AbortSignal
  onProgress?: (message: string) => void
}

/** The connection to one server, reconnected whenever it is lost. */
export interface McpConnection {
  state(): McpServerState
  /** The last error in one line; `undefined` while it is ready. */
  problem(): string | undefined
  /** Sends a request, after waiting for the connection within the call's timeout. Throws `UnavailableError`. */
  request<Schema extends StandardSchemaV1>(
    request: RemoteRequest,
    schema: Schema,
    settings: RequestSettings,
  ): Promise<StandardSchemaV1.InferOutput<Schema>>
  /** Resolves when the first attempt to connect has succeeded or failed, or time is up. */
  settled(ms: number): Promise<void>
  /** Connects now, for instance after a login that was missing. */
  connect(): void
  close(): Promise<void>
}

interface ConnectionOptions extends Omit<LinkOptions, 'redact' | 'loginProblem'> {
  /** Timeout of one call in milliseconds; progress restarts it. */
  callMs: number
  /** Whether the values of `${NAME}` are removed from what the server returns. */
  redacts: boolean
  /** Called when the server cannot be used, and again only after it could be used for a minute. */
  onProblem?: ((problem: string) => void) | undefined
  /** Called when the server asks for a login, or for one with this scope. */
  onLoginNeeded?: ((scope: string | undefined) => void) | undefined
}

const Scope = z.object({ scope: z.string().min(1) })

/** Maximum duration of a call, however much progress it reports. */
const mostCallMs = 3_600_000

export function openMcpConnection(options: ConnectionOptions): McpConnection {
  const { config, callMs } = options
  /** Values of the user that the server was given. */
  let secrets: readonly string[] = []
  const findValues = async (): Promise<Environment> => {
    const values = await options.findValues()
    if (options.redacts) secrets = mcpVariables(config).flatMap((name) => values[name] ?? [])
    return values
  }
  const status = createStatus((problem) => options.onProblem?.(problem))
  const findLoginProblem = (cause: unknown): UnauthenticatedError | undefined => {
    const problem = loginProblem(cause, { name: config.name, keepsLogin: options.login !== undefined })
    if (problem !== undefined) options.onLoginNeeded?.(Scope.safeParse(problem.details).data?.scope)
    return problem
  }
  const redact = (text: string): string => redactText(text, secrets)
  const link = createLink({ ...options, findValues, redact, loginProblem: findLoginProblem }, status)

  /** A call triggers a pending retry immediately. */
  async function connected(signal: AbortSignal): Promise<Client> {
    const deadline = Date.now() + callMs
    for (;;) {
      const client = link.client()
      if (status.state() === 'ready' && client !== undefined) return client
      if (status.state() === 'waiting') link.connect()
      const left = deadline - Date.now()
      const isOver = status.state() === 'failed' || status.state() === 'closed'
      if (isOver || left <= 0 || signal.aborted) throw unreached(config.name, status.problem())
      await status.changed(left, signal)
      if (status.state() === 'waiting') throw unreached(config.name, status.problem())
    }
  }

  link.connect()
  return {
    state: status.state,
    problem: status.problem,
    async request(request, schema, { signal, onProgress }) {
      const reached = await connected(signal)
      const hidden = secrets
      const answer = reached.request(request, schema, {
        signal,
        timeout: callMs,
        resetTimeoutOnProgress: true,
        maxTotalTimeout: mostCallMs,
        ...(onProgress && {
          onprogress: ({ message }) =>
            onProgress(toLine(redactText((message ?? '').slice(0, 10_000), hidden), 200)),
        }),
      })
      const shown = hidden.length === 0 ? answer : withoutSecrets(answer, schema, hidden)
      return shown.catch((cause: unknown) => {
        throw findLoginProblem(cause) ?? cause
      })
    },
    settled: (ms) => status.whenSettled(ms),
    connect: link.connect,
    close: link.close,
  }
}

/** A server may repeat the values that it was given; a model must not see them. */
async function withoutSecrets<Schema extends StandardSchemaV1>(
  answer: Promise<StandardSchemaV1.InferOutput<Schema>>,
  schema: Schema,
  secrets: readonly string[],
): Promise<StandardSchemaV1.InferOutput<Schema>> {
  const given = await answer.catch((error: unknown) => {
    if (error instanceof Error) error.message = redactText(error.message.slice(0, 10_000), secrets)
    throw error
  })
  const parsed = await schema['~standard'].validate(redactAnswer(given, secrets))
  if (parsed.issues === undefined) return parsed.value as StandardSchemaV1.InferOutput<Schema>
  throw new UnavailableError('mcp.no-answer', 'The answer of the MCP server is not valid.')
}

const unreached = (name: string, problem = 'it does not answer'): UnavailableError =>
  new UnavailableError('mcp.not-connected', `The MCP server ${name} cannot be reached: ${problem}`, {
    hint: 'It is tried again by itself; go on without it for now.',
  })
