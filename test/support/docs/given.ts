import type { Runtime } from '@cli-apps/runtime'
import type { executeToolCalls, openaiTools } from '@cli-apps/runtime/openai'

// What blocks of the documents use and do not declare: a block names what it takes in `<!-- given: … -->`. Nothing here runs.

export { z } from 'zod'

interface Message {
  role: string
  content: string
  tool_calls?: Parameters<typeof executeToolCalls>[1]
}

export declare const runtime: Runtime
/** Of a job, or of a confirmation. */
export declare const id: string
/** What the user wrote. */
export declare const said: string
export declare function startTurn(message: string): void
export declare function callYourModel(request: {
  messages: readonly object[]
  tools: Awaited<ReturnType<typeof openaiTools>>
}): Promise<Message>
