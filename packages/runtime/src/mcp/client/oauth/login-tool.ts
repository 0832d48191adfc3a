import type { McpServerConfig } from '@cli-apps/core'
import * as z from 'zod'
import type { PreparedCall, PreparingTool } from '../../../tools/tool.ts'
import { withHeartbeats } from '../../../tools/with-heartbeats.ts'
import type { Environment } from '../fill-variables.ts'
import { logInToMcpServer } from './log-in.ts'
import type { LoginStore } from './mcp-login.ts'

interface LoginSettings {
  config: McpServerConfig
  /** Looks up the values of `${NAME}` in the declaration. */
  findValues: () => Promise<Environment>
  store: LoginStore
  /** What the login is to allow besides what the last one did; as the server says when absent. */
  scope: string | undefined
  /** Called after the login; returns the names of the tools that the server offers then. */
  loggedIn: () => Promise<readonly string[]>
}

const Nothing = z.object({})

/**
 * A tool that logs the user in to a remote server. It always requires confirmation, and the request comes with `page`, the
 * address that the user opens in a browser; the confirmed call waits until they come back from there.
 */
export function loginTool(name: string, settings: LoginSettings): PreparingTool<typeof Nothing> {
  const server = settings.config.name
  return {
    name,
    description: `Lets the user log in to the MCP server ${server}, which refuses calls until then. Use it when a task needs this server.`,
    input: Nothing,
    effect: 'write',
    prepare: async () => preparedLogin(settings),
  }
}

function preparedLogin(settings: LoginSettings): PreparedCall {
  const server = settings.config.name
  const ending = new AbortController()
  const end = (): void => ending.abort()
  let login: Promise<void> | undefined
  return {
    effect: 'write',
    summary: `Log in to the MCP server ${server} in your browser.`,
    needsConfirmation: true,
    async wait() {
      const begun = await beginLogin(settings, ending.signal)
      login = begun.login
      return { page: begun.page.href }
    },
    async run(context) {
      context.signal.addEventListener('abort', end, { once: true })
      try {
        if (context.signal.aborted) end()
        await withHeartbeats(login ?? Promise.resolve(), `Waiting for the login to ${server}`, context)
      } finally {
        context.signal.removeEventListener('abort', end)
      }
      return { server, logged_in: true, tools: await settings.loggedIn() }
    },
    async abandon() {
      end()
    },
  }
}

/** Resolves as soon as there is a page to open; the login itself goes on until the user has been there. */
async function beginLogin(
  { config, findValues, store, scope }: LoginSettings,
  signal: AbortSignal,
): Promise<{ page: URL; login: Promise<void> }> {
  const values = await findValues()
  return new Promise((resolve, reject) => {
    const login = logInToMcpServer(config, {
      ...{ values, store, signal, scope },
      openPage: (page) => resolve({ page, login }),
    })
    // Before there is a page this is the answer; later, whoever waits for the login gets it.
    login.catch(reject)
  })
}
