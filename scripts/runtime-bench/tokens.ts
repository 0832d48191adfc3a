import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type AppManifest, parseAppName } from '@cli-apps/core'
import { commandTool } from '@cli-apps/core/command-tools'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { createRuntime } from '../../packages/runtime/src/index.ts'
import { createFixtureWorkspace } from '../../test/support/fixture-workspace.ts'
import { type PooledProgram, readCommandPool, readEntries } from './command-pool.ts'
import { conversationsPage } from './conversations/page.ts'
import { tokenChart } from './token-chart.ts'
import { readTokensData, writeTokensData } from './tokens-data.ts'
import { tokensPage } from './tokens-page.ts'

const counts = [1, 10, 100, 500] as const
const docs = path.resolve(import.meta.dirname, '../../docs')

/** Compares the tokens of the tool list with two other ways to give apps to a model; writes `docs/tokens.md` and `docs/tokens.svg`. */
export async function benchTokens(): Promise<void> {
  const [entries, pool] = await Promise.all([readEntries(), readCommandPool()])
  const catalog = entries.map(({ manifest }) => manifest)
  const ours = await countOurs(catalog)
  const apps = catalog.map((manifest) => tokensOf(appTool(manifest)))
  const programs = pool.map((program) => ({ ...program, tokens: commandTokens(program, catalog) }))
  const perProgram = mean(programs.map(({ tokens }) => tokens))
  const rows = counts.map((count, at) => ({
    count,
    ours: ours.lists[at] ?? 0,
    perApp: Math.round(mean(apps) * count),
    perCommand: Math.round(perProgram * count),
  }))
  console.table(rows)
  console.table(programs.map(({ name, commands, tokens }) => ({ name, commands: commands.length, tokens })))
  const figures = {
    rows,
    tools: ours.tools,
    programs: programs.map((program) => ({ ...program, commands: program.commands.length })),
    apps: catalog.length,
  }
  const { conversations } = await readTokensData()
  await writeTokensData({ figures, conversations })
  await writeFile(path.join(docs, 'tokens.md'), tokensPage(figures, conversations))
  await writeFile(path.join(docs, 'conversations.md'), conversationsPage(conversations))
  await writeFile(
    path.join(docs, 'tokens.svg'),
    tokenChart(counts, [
      {
        title: 'one MCP tool per command',
        colors: ['#c2410c', '#fb923c'],
        values: rows.map(({ perCommand }) => perCommand),
      },
      {
        title: 'one tool per app',
        colors: ['#7c3aed', '#a78bfa'],
        values: rows.map(({ perApp }) => perApp),
      },
      { title: 'cli-apps', colors: ['#0369a1', '#38bdf8'], values: rows.map(({ ours }) => ours) },
    ]),
  )
}

/** The actual list of a runtime with every built-in tool. */
async function countOurs(catalog: readonly AppManifest[]) {
  await using workspace = await createFixtureWorkspace()
  await mkdir(workspace.root, { recursive: true })
  const names = appNames(catalog)
  const lists: number[] = []
  let tools: { name: string; tokens: number }[] = []
  let installed = 0
  for (const count of counts) {
    for (; installed < count; installed++) {
      const { name, manifest } = names(installed)
      const { name: _, ...rest } = manifest
      await workspace.install(name, { manifest: rest })
    }
    await using runtime = await createRuntime({
      workspace: workspace.root,
      installer: ['cli-apps'],
      audit: false,
    })
    const list = await runtime.tools.schemas('openai')
    lists.push(tokensOf(list))
    tools = list.map((tool) => ({ name: tool.function.name, tokens: tokensOf(tool) }))
  }
  return { lists, tools }
}

/** Names of catalog apps; beyond their number the same apps again with a numeric suffix. */
const appNames = (catalog: readonly AppManifest[]) => (index: number) => {
  const [first] = catalog
  const manifest = catalog[index % catalog.length] ?? first
  if (manifest === undefined) throw new Error('the catalog is empty')
  const round = Math.floor(index / catalog.length)
  return { name: round === 0 ? manifest.name : `${manifest.name}-${round + 1}`, manifest }
}

/** The smallest possible tool for one app. */
const appTool = ({ name, summary }: AppManifest) =>
  functionTool(name, summary, {
    type: 'object',
    properties: { args: { type: 'array', items: { type: 'string' } } },
    required: ['args'],
  })

function commandTokens({ name, commands }: PooledProgram, [manifest]: readonly AppManifest[]): number {
  if (manifest === undefined) return 0
  // Any manifest will do: tools contain only its name and summary, and its effects belong to another program.
  const { run: _, ...rest } = manifest
  const own = { ...rest, name: parseAppName(name), summary: name }
  return commands.reduce((sum, chain) => {
    const { key, tool } = commandTool(own, chain)
    return sum + tokensOf(functionTool(key.replaceAll('.', '_'), tool.description, tool.input))
  }, 0)
}

const functionTool = (name: string, description: string, parameters: unknown) => ({
  type: 'function',
  function: { name, description, parameters },
})

const tokensOf = (value: unknown): number => countTokens(JSON.stringify(value))
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
