import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { ExecuteOptions } from '../call-runner.ts'
import type { ConfirmationRequest } from '../confirm/confirmation-request.ts'
import type { Runtime } from '../runtime.ts'
import type { ToolResult } from '../tools/tool.ts'
import { questionOf } from './question.ts'

interface Call {
  name: string
  arguments?: Record<string, unknown> | undefined
}

interface Asked {
  server: Server
  request: ServerContext['mcpReq']
}

/** Answers `tools/call`: runs the tool, asks the person when it requires confirmation, and reports progress. */
export async function answerCall(
  runtime: Runtime,
  call: Call,
  asked: Asked,
): Promise<CallToolResult | InputRequiredResult> {
  const { request } = asked
  const options = { signal: request.signal, onProgress: progressOf(request) }
  const state: unknown = request.requestState()
  if (typeof state === 'string') return toolResult(await answered(runtime, call, state, { asked, options }))
  const result = await runtime.tools.execute({ name: call.name, arguments: call.arguments }, options)
  const confirmation = result.ok ? undefined : result.confirmation
  const question = confirmation && canAsk(asked) ? questionOf(confirmation, planOf(result)) : undefined
  if (confirmation === undefined) return toolResult(result)
  if (question === undefined) return toolResult(unasked(result, call.name))
  return inputRequired({
    inputRequests: { yes: inputRequired.elicit(question) },
    // The id of a waiting call is secret, works once, and is bound to exactly that call.
    requestState: confirmation.id,
  })
}

/** A server of `cli-apps mcp` has no other way to ask for confirmation. */
const unasked = (result: ToolResult, tool: string): ToolResult =>
  result.ok
    ? result
    : {
        ...result,
        error: {
          ...result.error,
          hint: tool.startsWith('mcp_')
            ? 'Nothing was done: this client cannot ask the user. Tell the user that this tool needs a client that supports elicitation.'
            : 'Nothing was done: this client cannot ask the user. Tell the user to do it in a terminal.',
        },
      }

/** The plan that a tool such as `install_cli_app` returns with its confirmation request. */
const planOf = ({ plan }: ToolResult): string[] | undefined => z.array(z.string()).safeParse(plan).data

/** Applies the person's answer. It runs the call that was shown, whatever arguments come with the answer. */
async function answered(
  runtime: Runtime,
  { name }: Call,
  id: string,
  { asked, options }: { asked: Asked; options: ExecuteOptions },
): Promise<ToolResult> {
  const isOfTool = (request: ConfirmationRequest): boolean => request.id === id && request.tool === name
  const isWaiting = runtime.confirmations.list().some(isOfTool)
  if (isWaiting && !isConfirmed(asked.request)) {
    await runtime.confirmations.deny(id, 'the user said no')
    return {
      ok: false,
      error: {
        code: 'confirm.declined',
        message: `The user did not agree; ${name} was not run.`,
        hint: 'Do not try to do the same in another way.',
      },
    }
  }
  return runtime.confirmations.confirm(isWaiting ? id : 'of another tool', options)
}

const Confirmed = z.object({ yes: z.literal(true) })

function isConfirmed({ inputResponses }: Asked['request']): boolean {
  const answer = inputResponse(inputResponses, 'yes')
  return answer.kind === 'elicit' && answer.action === 'accept' && Confirmed.safeParse(answer.content).success
}

const Capabilities = z.object({
  elicitation: z.object({ form: z.unknown(), url: z.unknown() }).partial().optional(),
})

/** Current clients state their capabilities with each request, older ones once per connection. */
function canAsk({ server, request: { envelope } }: Asked): boolean {
  const stated =
    envelope === undefined
      ? server.getClientCapabilities()
      : new Map(Object.entries(envelope)).get(CLIENT_CAPABILITIES_META_KEY)
  const elicitation = Capabilities.safeParse(stated).data?.elicitation
  // An empty object dates from before there were several modes, and means forms.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** Counts steps, since the total is unknown. Clients that did not request progress get none. */
function progressOf({ _meta, notify }: Asked['request']): (message: string) => void {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  return (message) => {
    const params = { progressToken, progress: ++progress, message }
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

const Media = z.array(z.object({ type: z.enum(['image', 'audio']), mime_type: z.string(), data: z.string() }))

/** Images and audio of other servers are passed on as such; as text nobody could view them. */
function toolResult(result: ToolResult): CallToolResult {
  const { media, ...rest } = result
  const read = Media.safeParse(media ?? [])
  const plain = read.success ? rest : result
  return {
    content: [
      { type: 'text', text: JSON.stringify(plain) },
      ...(read.data ?? []).map(({ type, mime_type, data }) => ({ type, mimeType: mime_type, data })),
    ],
    structuredContent: { ...plain },
    ...(!result.ok && { isError: true }),
  }
}
