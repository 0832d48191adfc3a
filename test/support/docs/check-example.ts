import vm from 'node:vm'
import { CommandNode, Lockfile, Playbook, parseManifest, WorkspaceFile } from '@cli-apps/core'
import * as z from 'zod'
import { ReadCliOutputInput } from '../../../packages/runtime/src/output/read-cli-output.ts'
import { createFindCliApps } from '../../../packages/runtime/src/tools/find-cli-apps.ts'
import { RunCliAppInput } from '../../../packages/runtime/src/tools/run-cli-app-input.ts'
import { UserConfig } from '../../../services/installer/src/settings/user-config.ts'
import { exampleManifestJson } from '../example-manifest.ts'
import { checkCall } from './check-call.ts'
import type { CodeBlock } from './code-blocks.ts'

const inputs: Readonly<Record<string, z.core.$ZodType>> = {
  run_cli_app: RunCliAppInput,
  read_cli_output: ReadCliOutputInput,
  find_cli_apps: createFindCliApps({ find: () => Promise.reject(new Error('is not called')) }).input,
}
const inputOf = (tool: string, value: unknown): unknown => z.parse(inputs[tool] ?? z.never(), value)

/** These files keep keys that we do not know; an example has none. */
function withKnownKeys(schema: z.core.$ZodObject, value: unknown): void {
  const known = Object.keys(schema._zod.def.shape)
  const unknown = Object.keys(Object(z.parse(schema, value))).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw new Error(`unknown keys: ${unknown.join(', ')}`)
}

const McpServers = z.strictObject({
  mcpServers: z.record(
    z.string(),
    z.strictObject({ type: z.literal('stdio').optional(), command: z.string(), args: z.array(z.string()) }),
  ),
})

async function checkMcpServers(value: unknown): Promise<void> {
  for (const { args } of Object.values(McpServers.parse(value).mcpServers)) {
    const { fault } = await checkCall(['cli-apps', ...args.slice(args.indexOf('mcp'))])
    if (fault !== undefined) throw new Error(fault)
  }
}

/** What a block may be an example of, by the name in its comment; each throws for what is not one. */
const kinds: Readonly<Record<string, (value: unknown) => unknown>> = {
  manifest: parseManifest,
  'part of a manifest': (value) => parseManifest(exampleManifestJson(Object(value))),
  'install method': (value) => parseManifest(exampleManifestJson({ install: [value] })),
  playbook: (value) => Playbook.parse(value),
  'cli-apps.lock': (value) => Lockfile.parse(value),
  'cli-apps.json': (value) => withKnownKeys(WorkspaceFile, value),
  'config.json': (value) => withKnownKeys(UserConfig, value),
  'MCP servers': checkMcpServers,
  'tool call': (value) => {
    const call = z.strictObject({ name: z.string(), arguments: z.unknown() }).parse(value)
    return inputOf(call.name, call.arguments)
  },
  ...Object.fromEntries(
    Object.keys(inputs).map((tool) => [`input of ${tool}`, (value) => inputOf(tool, value)]),
  ),
  'command tree': (value) => {
    const known = JSON.stringify(CommandNode.parse(value))
    if (known.length !== JSON.stringify(value).length) throw new Error('has other keys than a command tree')
  },
}

/** Parses a block of JSON, of a JSON document per line, or of a JavaScript object, and checks it as what its comment says. */
export async function checkExample({ language, text, schema, notRun }: CodeBlock): Promise<void> {
  const whole = withDigests(text)
  const values =
    language === 'js'
      ? [vm.runInNewContext(`(${whole})`)]
      : (language === 'jsonl' ? whole.split('\n') : [whole]).map((one) => JSON.parse(one))
  if (schema === undefined && notRun !== undefined) return
  if (schema === undefined) throw new Error('has no comment <!-- schema: … --> before it')
  const check = Object.hasOwn(kinds, schema) ? kinds[schema] : undefined
  if (check === undefined) throw new Error(`"${schema}" is none of: ${Object.keys(kinds).join(', ')}`)
  for (const value of values) await check(value)
}

/** Documents write `sha256:…` where nobody reads the digits. */
const withDigests = (text: string): string =>
  text.replaceAll('sha256:…', `sha256:${'0'.repeat(64)}`).replaceAll('sha512-…', `sha512-${'A'.repeat(86)}==`)
