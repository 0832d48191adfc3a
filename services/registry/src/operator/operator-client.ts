import { request } from 'node:http'
import { fromProblem, Problem, parseJson, UnavailableError } from '@cli-apps/core'
import { type Operator, operatorOf, operatorVerbs } from './operator.ts'

/** Calls the operator's verbs through the socket of the server that holds the database. */
export const connectOperator = (address: string): Operator =>
  operatorOf(async (name, input) => {
    const { status, text } = await post(address, `/${name}`, JSON.stringify(input))
    const value = parseJson(text, 'The response of the running server')
    if (status !== 200) throw fromProblem(Problem.parse(value))
    return operatorVerbs[name].output.parse(value)
  })

function post(address: string, path: string, body: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error): void => {
      reject(
        new UnavailableError('operator.unreachable', 'The running server does not respond on its socket.', {
          hint: 'If it is starting or stopping, try again in a moment.',
          cause,
        }),
      )
    }
    const outgoing = request(
      {
        socketPath: address,
        path,
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
      },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', fail)
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
        )
      },
    )
    // Long enough for a whole export. A server that stops closes the socket.
    outgoing.setTimeout(3_600_000, () => outgoing.destroy(new Error('no answer within an hour')))
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}
