import type { IncomingMessage } from 'node:http'
import { loopbackServer } from './file-server.ts'

export interface Asked {
  method: string
  url: string
  authorization: string | undefined
  body: string
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** A registry that writes down what it is asked, and answers by method and path; a string is where it redirects to. */
export async function recordingRegistry(
  answers: Readonly<Record<string, unknown>>,
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const url = await loopbackServer(async (request, response) => {
    const { method = '', url: address = '', headers } = request
    asked.push({ method, url: address, authorization: headers.authorization, body: await textOf(request) })
    const answer = answers[`${method} ${address}`]
    if (typeof answer === 'string') response.writeHead(307, { location: answer }).end()
    else
      response
        .writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer ?? {}))
  })
  return { url, asked }
}
