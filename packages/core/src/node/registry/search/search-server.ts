import { registryPaths } from '../../../documents/registry-paths.ts'
import { FoundPage } from '../../../documents/search-answers.ts'
import { acceptAnswer } from '../accept-answer.ts'
import { fetchText } from '../fetch-text.ts'
import { answerTimeoutMs } from '../http-source.ts'
import { parseDocument } from '../parse-document.ts'
import type { Found } from './found.ts'

/**
 * Returns a registry server's search results, best first; `undefined` if `base` is a static site, which cannot search.
 * A single request with a short timeout, since the index can be searched instead.
 */
export async function searchServer(
  base: string,
  { query, limit, signal }: { query: string; limit: number; signal?: AbortSignal | undefined },
): Promise<Found | undefined> {
  const response = await fetchText(base + registryPaths.search(query, limit), { answerTimeoutMs, signal })
  const answer = await acceptAnswer(response, base)
  if (answer === undefined) return undefined
  const { items, playbooks } = parseDocument(answer, FoundPage, base)
  return { apps: items, playbooks }
}
