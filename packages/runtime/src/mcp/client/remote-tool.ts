import { type Effect, isAppError, ProcessError, toLine, UnavailableError, UsageError } from '@cli-apps/core'
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import * as z from 'zod'
import { isObjectSchema, type JsonObjectSchema } from '../../tools/schemas/input-schema.ts'
import type { PreparingTool } from '../../tools/tool.ts'
import type { McpConnection } from './mcp-connection.ts'
import { RemoteResult, remoteFields } from './remote-result.ts'

/** A tool as servers list it, parsed leniently, since one bad entry must not hide the others. */
export const RemoteTool = z.object({
  name: z.string().min(1).max(200),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown(),
  annotations: z
    .object({ destructiveHint: z.boolean(), readOnlyHint: z.boolean() })
    .partial()
    .optional()
    .catch(undefined),
})
export type RemoteTool = z.infer<typeof RemoteTool>

const mostSchemaCharacters = 50_000

/**
 * Which calls of tools of servers require confirmation. `destructive`: of tools marked destructive; other marks are not believed.
 * `unless-read-only`: of all tools but those marked read-only, for servers that a person confirmed and nobody else reviewed.
 */
export type Confirms = 'destructive' | 'unless-read-only'

interface ServerOfTool {
  server: string
  connection: McpConnection
  confirms: Confirms
}

/**
 * Defines a runtime tool for a tool of a server. The server's texts are untrusted: shortened, in one line. Throws `UsageError`
 * `tool.bad-input` for a schema that is not valid or too large.
 */
export function remoteTool(
  name: string,
  tool: RemoteTool,
  { server, connection, confirms }: ServerOfTool,
): PreparingTool {
  const effect = effectOf(tool, confirms)
  return {
    name,
    description:
      toLine(tool.description ?? '', 1000) ||
      `The tool ${toLine(tool.name, 100)} of the MCP server ${server}.`,
    input: shownSchema(name, tool.inputSchema),
    effect,
    // Shown in the confirmation request and in the audit log.
    prepare: async (input) => ({
      effect,
      isSuspect: effect === 'unknown' && confirms === 'unless-read-only',
      summary: `Calls ${toLine(tool.name, 100)} of the MCP server ${server}.`,
      args: [JSON.stringify(input)],
      async run({ signal, progress }) {
        const request = { method: 'tools/call', params: { name: tool.name, arguments: input } }
        const result = await ask(server, () =>
          connection.request(request, RemoteResult, { signal, onProgress: progress }),
        )
        return remoteFields(server, result)
      },
    }),
  }
}

function effectOf({ annotations = {} }: RemoteTool, confirms: Confirms): Effect {
  if (annotations.destructiveHint === true) return 'destructive'
  return confirms === 'unless-read-only' && annotations.readOnlyHint === true ? 'read' : 'unknown'
}

/** Converts failures of connection and server to our errors. */
export async function ask<Value>(server: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (cause) {
    if (!(cause instanceof Error) || isAppError(cause)) throw cause
    const isLate = cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout
    if (isLate) {
      throw new UnavailableError('mcp.timeout', `The MCP server ${server} did not answer in time.`, {
        hint: 'Whether it did its work is not known.',
        cause,
      })
    }
    if (cause instanceof SdkError) {
      throw new UnavailableError(
        'mcp.no-answer',
        `The MCP server ${server} gave no answer: ${toLine(cause.message, 300)}`,
        {
          hint: 'Whether it did its work is not known.',
          cause,
        },
      )
    }
    throw new ProcessError(
      'mcp.refused',
      `The MCP server ${server} refused: ${toLine(cause.message, 1000)}`,
      { cause },
    )
  }
}

function shownSchema(name: string, schema: unknown): JsonObjectSchema {
  const text = JSON.stringify(schema) ?? ''
  const shown: unknown = text.length > mostSchemaCharacters ? undefined : inLines(schema, 0)
  if (isObjectSchema(shown)) return shown
  throw new UsageError('tool.bad-input', `The input schema of ${name} is too large, or none of an object.`)
}

/** Shortens texts to one line each; notes and examples are removed. */
function inLines(schema: unknown, depth: number): unknown {
  if (depth > 100) return undefined
  if (Array.isArray(schema)) return schema.map((one) => inLines(one, depth + 1))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => keyword !== '$comment' && keyword !== 'examples')
      .map(([keyword, value]) => [
        keyword,
        (keyword === 'description' || keyword === 'title') && typeof value === 'string'
          ? toLine(value, 300)
          : inLines(value, depth + 1),
      ]),
  )
}
