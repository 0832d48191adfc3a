// A process of its own for each job, which the end of the agent does not reach. It is told everything through its standard
// input; SIGTERM cancels the job.
import { JobOrder } from './job-order.ts'
import { runJob } from './run-job.ts'

const controller = new AbortController()
process.on('SIGTERM', () => controller.abort())
process.on('SIGINT', () => controller.abort())
// The session has no terminal, but a shell may still send it to every child.
process.on('SIGHUP', () => {})

const chunks: Uint8Array[] = []
for await (const chunk of process.stdin) chunks.push(chunk)
const text = Buffer.concat(chunks).toString()
// Nothing: who started this gave up, or died, before the job was whole.
if (text !== '') await runJob(JobOrder.parse(JSON.parse(text)), controller.signal)
// Whatever a loader or library still has open: nobody is there to end it.
process.exit()
