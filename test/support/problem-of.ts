import { Problem } from '@cli-apps/core'

/** The body of a problem, after checking that it is one. */
export async function problemOf(response: Response): Promise<Problem> {
  const type = response.headers.get('content-type')
  if (type !== 'application/problem+json') throw new Error(`not a problem: ${type} ${await response.text()}`)
  return Problem.parse(await response.json())
}
