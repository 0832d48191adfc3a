import { AppPage, type IndexEntry, registryPaths } from '../../documents/api.ts'
import { acceptAnswer } from './accept-answer.ts'
import { fetchText } from './fetch-text.ts'
import { answerTimeoutMs } from './http-source.ts'
import { parseDocument } from './parse-document.ts'

/**
 * What a registry server finds, best first; `undefined` where `base` is a static site, which answers no questions. It is
 * asked once and briefly, as the index can be searched instead.
 */
export async function searchServer(
  base: string,
  { query, limit, signal }: { query: string; limit: number; signal?: AbortSignal | undefined },
): Promise<IndexEntry[] | undefined> {
  const response = await fetchText(base + registryPaths.search(query, limit), { answerTimeoutMs, signal })
  const answer = await acceptAnswer(response, base)
  return answer === undefined ? undefined : parseDocument(answer, AppPage, base).items
}
