import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import * as z from 'zod'
import type { ExecuteOptions } from '../../call-runner.ts'
import type { ConfirmationRequest } from '../../confirm/confirmation-request.ts'
import type { Runtime } from '../../runtime.ts'
import type { ToolResult } from '../../tools/tool.ts'
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
  if (confirmation === undefined) return toolResult(result)
  const inputRequests = requestsFor(confirmation, result, asksBy(asked))
  // The id of a waiting call is secret, works once, and is bound to exactly that call.
  if (inputRequests !== undefined) return inputRequired({ inputRequests, requestState: confirmation.id })
  // A login that nobody is told of would wait in vain.
  if (result.page !== undefined) await runtime.confirmations.deny(confirmation.id, 'the client cannot ask')
  return toolResult(unasked(result, call.name))
}

/** What the client is to ask the person, or `undefined` where it cannot or the question is too long. */
function requestsFor(
  confirmation: ConfirmationRequest,
  { plan, page }: ToolResult,
  by: AskingModes,
): InputRequests | undefined {
  const url = Page.safeParse(page).data
  if (url !== undefined && by.url)
    return { page: inputRequired.elicitUrl({ url, message: confirmation.summary }) }
  const shown = { plan: Plan.safeParse(plan).data, page: url }
  const question = by.form ? questionOf(confirmation, shown) : undefined
  return question && { yes: inputRequired.elicit(question) }
}

/** A server of `cli-apps mcp` has no other way to ask for confirmation. */
function unasked(result: ToolResult, tool: string): ToolResult {
  if (result.ok) return result
  // Nobody waits for the user there any more, and a page is not for a model.
  const { page, ...rest } = result
  return { ...rest, ok: false, error: { ...result.error, hint: elsewhere(tool, page) } }
}

function elsewhere(tool: string, page: unknown): string {
  const nothing = 'Nothing was done: this client cannot ask the user.'
  if (page !== undefined)
    return `${nothing} Tell the user to run "cli-apps mcp login" with the name of the server in a terminal.`
  if (tool.startsWith('mcp_'))
    return `${nothing} Tell the user that this tool needs a client that supports elicitation.`
  return `${nothing} Tell the user to do it in a terminal.`
}

/** What a tool such as `install_cli_app` returns with its confirmation request. */
const Plan = z.array(z.string())
/** The page that a login returns with it. */
const Page = z.url()

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
  const opened = inputResponse(inputResponses, 'page')
  if (opened.kind === 'elicit') return opened.action === 'accept'
  const answer = inputResponse(inputResponses, 'yes')
  return answer.kind === 'elicit' && answer.action === 'accept' && Confirmed.safeParse(answer.content).success
}

const Capabilities = z.object({
  elicitation: z.object({ form: z.unknown(), url: z.unknown() }).partial().optional(),
})

/** How a client can ask the person. */
interface AskingModes {
  form: boolean
  /** Lets the person open a page in a browser. */
  url: boolean
}

/** Current clients state their capabilities with each request, older ones once per connection. */
function asksBy({ server, request: { envelope } }: Asked): AskingModes {
  const stated =
    envelope === undefined
      ? server.getClientCapabilities()
      : new Map(Object.entries(envelope)).get(CLIENT_CAPABILITIES_META_KEY)
  const elicitation = Capabilities.safeParse(stated).data?.elicitation
  if (elicitation === undefined) return { form: false, url: false }
  const { form, url } = elicitation
  // An empty object dates from before there were several modes, and means forms.
  return { form: form !== undefined || url === undefined, url: url !== undefined }
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
