// A separate process for each job, which survives the agent. It receives everything through standard input; SIGTERM
// cancels the job.
import { JobOrder } from './job-order.ts'
import { runJob } from './run-job.ts'

const controller = new AbortController()
process.on('SIGTERM', () => controller.abort())
process.on('SIGINT', () => controller.abort())
// The session has no terminal, but a shell may still send SIGHUP to every child.
process.on('SIGHUP', () => {})

const chunks: Uint8Array[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const text = Buffer.concat(chunks).toString()
// Empty input: the starter gave up or died before the job was complete.
if (text !== '') await runJob(JobOrder.parse(JSON.parse(text)), controller.signal)
// Exit even if a loader or library keeps something open: nobody else would end this process.
process.exit()
