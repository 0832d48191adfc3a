import {
  Client,
  type ElicitResult,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ElicitRequestSchema,
  PromptListChangedNotificationSchema,
  ResourceListChangedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js'

export interface CallAnswer {
  isError?: boolean
  structuredContent: Record<string, unknown>
  text: string
  /** Content after the text. */
  more: unknown[]
}

/** Operations of a client, for either official package. */
export interface TestClient extends AsyncDisposable {
  toolNames(): Promise<string[]>
  tools(): Promise<
    {
      name: string
      description?: string
      annotations?: unknown
      inputSchema: unknown
      outputSchema?: unknown
    }[]
  >
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<CallAnswer>
  resourceUris(): Promise<string[]>
  read(uri: string): Promise<string | undefined>
  prompts(): Promise<{ name: string; arguments: string[] }[]>
  /** The texts of a prompt. */
  prompt(name: string, args?: Record<string, string>): Promise<string[]>
  instructions(): string | undefined
  /** Lists that the server reported as changed. */
  heard: Set<string>
  /** Questions to the person. */
  asked: Question[]
}

export interface CallOptions {
  signal?: AbortSignal
  onProgress?: (message: string) => void
}

export interface ClientSettings {
  /** How the person answers; without it the client cannot ask. */
  answer?: (question: Question) => ElicitResult | Promise<ElicitResult>
  /** Whether it can also let the person open a page. */
  opensPages?: boolean
}

/** What the person sees: a form, or a page to open. */
export interface Question {
  message: string
  url?: string
}

const info = { name: 'test', version: '1.0.0' }

interface Raw {
  isError?: boolean
  structuredContent?: Record<string, unknown>
  content: { type: string; text?: string }[]
}
const shape = (raw: unknown): CallAnswer => {
  const { isError, structuredContent = {}, content } = raw as Raw
  return {
    ...(isError && { isError }),
    structuredContent,
    text: content[0]?.text ?? '',
    more: content.slice(1),
  }
}

export async function connectClient(
  transport: Transport,
  era: 'legacy' | 'modern',
  { answer, opensPages = false }: ClientSettings = {},
): Promise<TestClient> {
  const heard = new Set<string>()
  const asked: Question[] = []
  const client = new Client(info, {
    capabilities: answer === undefined ? {} : { elicitation: { form: {}, ...(opensPages && { url: {} }) } },
    versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    listChanged: {
      tools: { onChanged: () => void heard.add('tools'), debounceMs: 0 },
      resources: { onChanged: () => void heard.add('resources'), debounceMs: 0 },
      prompts: { onChanged: () => void heard.add('prompts'), debounceMs: 0 },
    },
  })
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', (request) => {
      asked.push(request.params)
      return answer(request.params)
    })
  }
  await client.connect(transport)
  return {
    instructions: () => client.getInstructions(),
    asked,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, { signal, onProgress } = {}) =>
      shape(
        await client.callTool(
          { name, arguments: args },
          {
            ...(signal && { signal }),
            ...(onProgress && { onprogress: ({ message }) => onProgress(message ?? '') }),
          },
        ),
      ),
    resourceUris: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => textOf(await client.readResource({ uri })),
    prompts: async () => (await client.listPrompts()).prompts.map(promptOf),
    prompt: async (name, args = {}) => textsOf(await client.getPrompt({ name, arguments: args })),
    heard,
    [Symbol.asyncDispose]: () => client.close(),
  }
}

/** The client of the packages before the split, 1.32.2. */
export async function connectOldClient(
  transport: OldTransport,
  { answer }: ClientSettings = {},
): Promise<TestClient> {
  const heard = new Set<string>()
  const asked: Question[] = []
  const client = new OldClient(info, { capabilities: answer === undefined ? {} : { elicitation: {} } })
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard.add('tools'))
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void heard.add('resources'))
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => void heard.add('prompts'))
  if (answer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async (request) => {
      asked.push(request.params)
      return { ...(await answer(request.params)) }
    })
  }
  await client.connect(transport)
  return {
    instructions: () => client.getInstructions(),
    asked,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    tools: async () =>
      (await client.listTools()).tools.map(({ description, ...tool }) => ({
        ...tool,
        ...(description !== undefined && { description }),
      })),
    call: async (name, args = {}, { signal, onProgress } = {}) =>
      shape(
        await client.callTool({ name, arguments: args }, undefined, {
          ...(signal && { signal }),
          ...(onProgress && { onprogress: ({ message }) => onProgress(message ?? '') }),
        }),
      ),
    resourceUris: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    read: async (uri) => textOf(await client.readResource({ uri })),
    prompts: async () => (await client.listPrompts()).prompts.map(promptOf),
    prompt: async (name, args = {}) => textsOf(await client.getPrompt({ name, arguments: args })),
    heard,
    [Symbol.asyncDispose]: () => client.close(),
  }
}

const textOf = ({ contents: [first] }: { contents: object[] }): string | undefined =>
  first !== undefined && 'text' in first && typeof first.text === 'string' ? first.text : undefined

const promptOf = ({
  name,
  arguments: given = [],
}: {
  name: string
  arguments?: { name: string }[] | undefined
}) => ({
  name,
  arguments: given.map((one) => one.name),
})

const textsOf = ({ messages }: { messages: { content: object }[] }): string[] =>
  messages.map(({ content }) => ('text' in content ? String(content.text) : ''))

const bearing = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } })

export const httpTransport = (url: URL, token: string): Transport =>
  new StreamableHTTPClientTransport(url, bearing(token))
export const oldHttpTransport = (url: URL, token: string): OldTransport =>
  // The older package's own types do not satisfy exact optional properties.
  new OldHttpTransport(url, bearing(token)) as OldTransport
