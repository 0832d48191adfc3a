import { fromProblem, Problem } from '../../documents/problem.ts'
import { UnavailableError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import type { TextResponse } from './fetch-text.ts'

/** Returns the text of a successful response, `undefined` for 404; throws the error of a problem document. */
export async function acceptAnswer(
  { status, text, contentType }: TextResponse,
  base: string,
): Promise<string | undefined> {
  if (status >= 200 && status < 300) return text
  if (status === 404) return undefined
  const problem = contentType.includes('json') ? Problem.safeParse(parseLoosely(text)).data : undefined
  if (problem !== undefined)
    throw fromProblem((await import('../../skill/vet-documents.ts')).vetProblem(problem))
  throw new UnavailableError(
    'registry.bad-answer',
    t('registry.bad-answer', '{base} answers with status {status}.', { base, status }),
    {
      hint: t('registry.bad-answer.hint', 'Check that this is the address of a cli-apps registry.'),
    },
  )
}

/** Parses JSON; `undefined` for invalid text. */
export function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
