/*
 * The client that the protocol's conformance suite tests: started with the address of its server, it connects as
 * `cli-apps mcp --with-servers` does, logs in where that is required, and calls every tool that the server has.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createRuntime } from '@cli-apps/runtime'
import { connectMcpServers, type McpLogin } from '@cli-apps/runtime/mcp'

const url = process.argv.at(-1)
const workspace = await mkdtemp(path.join(tmpdir(), 'conformance-'))
const runtime = await createRuntime({ workspace, audit: false })
let login: McpLogin | undefined
const store = {
  read: async () => login,
  async write(made: McpLogin) {
    login = made
  },
}
const servers = connectMcpServers(runtime, [{ name: 'suite', url }], {
  ...{ workspace, environment: {}, loginOf: () => store },
})
await servers.settled(20_000)

const names = async (): Promise<string[]> =>
  (await runtime.tools.list()).map(({ name }) => name).filter((name) => name.startsWith('mcp_suite_'))

/** As a user does whom the model asks; the page of the suite sends a browser back at once. */
async function logInWhereAsked(): Promise<boolean> {
  if (!(await names()).includes('mcp_suite_log_in')) return false
  const asked = await runtime.tools.execute({ name: 'mcp_suite_log_in', arguments: {} })
  if (asked.ok || asked.confirmation === undefined) throw new Error(JSON.stringify(asked))
  await fetch(String(asked.page))
  const loggedIn = await runtime.confirmations.confirm(asked.confirmation.id)
  if (!loggedIn.ok) throw new Error(JSON.stringify(loggedIn))
  return true
}

async function callAll(): Promise<void> {
  for (const name of (await names()).filter((one) => one !== 'mcp_suite_log_in'))
    await runtime.tools.execute({ name, arguments: { a: 5, b: 3 } })
}

await logInWhereAsked()
await callAll()
if (await logInWhereAsked()) await callAll()
await servers.close()
await runtime.close()
await rm(workspace, { recursive: true })
