import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Runtime } from '../../runtime.ts'
import { createMcpServer, type McpServerOptions } from './create-mcp-server.ts'
import { messageLines } from './message-lines.ts'
import { mostMessageBytes } from './read-message.ts'

export interface ServeStdioOptions extends McpServerOptions {
  input?: Readable
  /** Receives only protocol messages. */
  output?: Writable
  /** Ends the connection. */
  signal?: AbortSignal
  /** Called with errors of the connection. */
  onError?: (error: Error) => void
}

/**
 * Serves one client over standard input and output. Resolves when the client disconnects or `signal` is aborted;
 * running calls are then canceled, and the runtime stays open. A line that is not a message is answered with a JSON-RPC
 * error.
 */
export async function serveMcpStdio(runtime: Runtime, options: ServeStdioOptions = {}): Promise<void> {
  const { input = process.stdin, output = process.stdout, signal, onError = () => {} } = options
  const lines = messageLines(input, output)
  const transport = new StdioServerTransport(lines.stream, output, { maxBufferSize: 2 * mostMessageBytes })
  const handle = serveStdio(() => createMcpServer(runtime, options), { transport, onerror: onError })
  await new Promise<void>((resolve) => {
    const { onclose } = transport
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
    if (signal?.aborted) resolve()
    signal?.addEventListener('abort', () => resolve(), { once: true })
    output.once('error', () => resolve())
  })
  await handle.close()
  lines.close()
}
