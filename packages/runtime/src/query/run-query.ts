import { InvalidError, ProcessError, t, toLine, UnsupportedError } from '@cli-apps/core'
import { helperProgram, startThread } from '../helper-program.ts'

/** Output and the JMESPath expression to project it by. */
export interface QueryRequest {
  text: string
  query: string
}

/** The text of the projected value, or why there is none. */
export type QueryAnswer = { json: string } | { fault: 'not-json' } | { fault: 'failed'; message: string }

/** Characters of output that a query can be asked of. */
export const mostQueried = 2 ** 24

/** Bounds of one query. */
const mostMs = 5000
const memoryMb = 256

/** Throws `InvalidError` `run.bad-query` for a text that is no JMESPath expression. */
export async function requireQuery(query: string): Promise<void> {
  const { compile } = await import('@jmespath-community/jmespath')
  try {
    compile(query)
  } catch (cause) {
    throw badQuery(cause instanceof Error ? cause.message : String(cause), cause)
  }
}

/**
 * Projects JSON text, or a JSON value on each line, by a JMESPath expression. Returns the JSON text of the result, `undefined` when
 * the text is no JSON. Throws `InvalidError` `run.bad-query`, and `ProcessError` `run.query-too-costly` for a query that takes
 * more than 5 seconds or 256 MB.
 */
export async function runQuery(request: QueryRequest): Promise<string | undefined> {
  const program = helperProgram('query/query-worker')
  if (program === undefined)
    throw new UnsupportedError(
      'run.no-query-worker',
      t('run.no-query-worker', 'The program that evaluates queries is missing next to @cli-apps/runtime.'),
      { hint: t('run.no-query-worker.hint', 'Leave query out.') },
    )
  const worker = startThread(program, {
    workerData: request,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: memoryMb / 4 },
  })
  try {
    const answer = await new Promise<QueryAnswer>((resolve, reject) => {
      const timer = setTimeout(() => reject(tooCostly(undefined)), mostMs)
      worker.once('message', (message: QueryAnswer) => {
        clearTimeout(timer)
        resolve(message)
      })
      worker.once('error', (cause: NodeJS.ErrnoException) => {
        clearTimeout(timer)
        reject(cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly(cause) : cause)
      })
    })
    if ('json' in answer) return answer.json
    if (answer.fault === 'not-json') return undefined
    throw badQuery(answer.message)
  } finally {
    await worker.terminate()
  }
}

const badQuery = (message: string, cause?: unknown): InvalidError =>
  new InvalidError(
    'run.bad-query',
    t('run.bad-query', 'The query is not valid JMESPath: {message}', { message: toLine(message, 300) }),
    { hint: t('run.bad-query.hint', 'Correct it, as in: items[?size > `10`].name'), cause },
  )

const tooCostly = (cause: unknown): ProcessError =>
  new ProcessError(
    'run.query-too-costly',
    t('run.query-too-costly', 'The query took too much time or memory.'),
    { hint: t('run.query-too-costly.hint', 'Use a simpler query, or leave it out.'), cause },
  )
