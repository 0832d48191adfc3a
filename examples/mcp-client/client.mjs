// node client.mjs APP ARGUMENT …, in the folder of your apps: calls one of them as an agent does that speaks MCP.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

// From a checkout, CLI_APPS names its program; once the package is on npm, `npx cli-apps` is enough.
const [command, ...first] = process.env.CLI_APPS?.split(' ') ?? ['npx', 'cli-apps']
const transport = new StdioClientTransport({ command, args: [...first, 'mcp'], env: process.env })
const client = new Client({ name: 'example', version: '1.0.0' })
await client.connect(transport)

const { tools } = await client.listTools()
console.error(`${tools.length} tools: ${tools.map(({ name }) => name).join(', ')}`)
const [name, ...args] = process.argv.slice(2)
const { structuredContent } = await client.callTool({ name: 'run_cli_app', arguments: { name, args } })
console.log(JSON.stringify(structuredContent, undefined, 2))
await client.close()
