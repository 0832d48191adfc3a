import { searchApps } from './apps/search/search-apps.ts'
import type { Deps } from './deps.ts'
import type { OpenApiDocument } from './openapi/openapi-document.ts'

type WarmDeps = Pick<Deps, 'reads' | 'searchIndex' | 'log'>

/** Queries of maximum length, in the scripts that are tokenized in different ways. */
const queries = ['convert a video to gif '.repeat(8).trim(), '把视频转换成动图'.repeat(25), 'prettier']

/**
 * Runs ahead what is slow only the first time: loads code, renders the OpenAPI document, and lets the JIT compile
 * search. A failure is ignored, since the first request would report it.
 */
export async function warmUp(deps: WarmDeps, openapi: () => Promise<OpenApiDocument>): Promise<void> {
  const works = [openapi, () => askMcp(deps), () => search(deps)]
  for (const work of works)
    await work().catch((error: unknown) => deps.log.warn({ err: error }, 'warming up failed'))
}

async function askMcp(deps: WarmDeps): Promise<void> {
  const { answerMcp } = await import('./mcp/answer-mcp.ts')
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  })
  await answerMcp(deps, request, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
}

async function search(deps: WarmDeps): Promise<void> {
  for (const q of queries) await searchApps(deps, { q, limit: 100, explain: true })
}
