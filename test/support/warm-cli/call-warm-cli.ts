import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { WarmAnswer, WarmCall } from './warm-call.ts'
import { warmSocket } from './warm-socket.ts'

/** Commands that hand down their own standard streams, or serve until they are told to end. */
const ofTheirOwn = new Set(['run', 'mcp', 'jobs', 'service', '--version', '-V', '-v'])
/** Read when Node starts. */
const readByNode = /^(?:NODE_(?!COMPILE_CACHE$)|SSL_|UV_|LD_)/

/** Whether a call is about how a process starts: with settings of Node or npm, or with compiled code of its own. */
const isAboutStart = ({ environment }: WarmCall): boolean =>
  !environment.NODE_COMPILE_CACHE ||
  environment.npm_command !== undefined ||
  Object.entries(environment).some(([name, value]) => readByNode.test(name) && process.env[name] !== value)

let isBusy = false

/**
 * Runs a command line in the process that waits for those of this worker; `undefined` where there is none, where it is at
 * work, or where the call needs a process of its own.
 */
export async function callWarmCli(call: WarmCall): Promise<WarmAnswer | undefined> {
  const socket = warmSocket(process.env.VITEST_POOL_ID)
  if (socket === undefined || isBusy || ofTheirOwn.has(call.words[0] ?? '')) return undefined
  if (isAboutStart(call)) return undefined
  isBusy = true
  try {
    const asking = request({ socketPath: socket, method: 'POST', agent: false })
    asking.end(JSON.stringify(call))
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    const answer = await text(response)
    if (response.statusCode !== 200) throw new Error(`cli-apps ${call.words.join(' ')}: ${answer}`)
    return JSON.parse(answer) as WarmAnswer
  } finally {
    isBusy = false
  }
}
