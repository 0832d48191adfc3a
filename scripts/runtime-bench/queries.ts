import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import * as z from 'zod'
import { createRuntime } from '../../packages/runtime/src/index.ts'
import { createFixtureWorkspace } from '../../test/support/fixture-workspace.ts'

/** Output that real programs printed, and what somebody wanted to know of it. */
const folder = new URL('../../test/fixtures/json-outputs/', import.meta.url)
const Recording = z.object({ file: z.string(), command: z.string(), task: z.string(), query: z.string() })

/**
 * Counts the tokens of whole results, as a model reads them: with the output as it is (cut at the usual 12,000 characters), and
 * with only what a query selects.
 */
export async function benchQueries(): Promise<void> {
  const recordings = z
    .array(Recording)
    .parse(JSON.parse(await readFile(new URL('index.json', folder), 'utf8')))
  await using workspace = await createFixtureWorkspace()
  await workspace.install('print', { argv: ['/bin/cat'] })
  await using runtime = await createRuntime({ workspace: workspace.root, audit: false, sandbox: 'off' })
  const tokensOf = async (args: string[], query?: string): Promise<number> => {
    const call = { name: 'print', args, ...(query !== undefined && { query }) }
    const result = await runtime.tools.execute({ name: 'run_cli_app', arguments: call })
    if (!result.ok || (query !== undefined && result.json === undefined))
      throw new Error(JSON.stringify(result))
    return encode(JSON.stringify(result)).length
  }
  const rows: { command: string; printed: number; result: number; 'with query': number }[] = []
  for (const { file, command, query } of recordings) {
    const at = path.join(folder.pathname, file)
    const whole = await tokensOf([at])
    const selected = await tokensOf([at], query)
    const printed = encode(await readFile(at, 'utf8')).length
    rows.push({ command: command.slice(0, 40), printed, result: whole, 'with query': selected })
  }
  const sum = (key: 'printed' | 'result' | 'with query'): number =>
    rows.reduce((all, row) => all + row[key], 0)
  console.table([
    ...rows,
    { command: 'all', printed: sum('printed'), result: sum('result'), 'with query': sum('with query') },
  ])
}
