import * as z from 'zod'

const Service = {
  app: z.string(),
  name: z.string().describe('What the manifest calls the server'),
  running: z.boolean().describe('cli-apps started it in this workspace, and it has not ended'),
  healthy: z.boolean().describe('It answers, whoever started it'),
  pid: z
    .int()
    .nullable()
    .describe('The process that supervises it; SIGTERM ends both. Null when it does not run'),
  since: z.iso.datetime().nullable().describe('When it was started; null when it does not run'),
  argv: z.array(z.string()).describe('What is started'),
  health: z.string().describe('What is asked to know whether it is healthy'),
  job: z.string().nullable().describe('The job of the last start; null if there was none'),
  log: z.string().nullable().describe('Path of its output in the workspace'),
  ended: z
    .object({
      at: z.iso.datetime(),
      how: z
        .enum(['done', 'failed', 'canceled', 'lost', 'denied'])
        .describe('lost: with the machine, or killed'),
      exit_code: z.int().nullable(),
    })
    .nullable()
    .describe('How the last start ended'),
}

/** `service --json`. */
export const ServiceResult = z.union([
  z.object({ services: z.array(z.object(Service)) }).describe('of status without an app'),
  z.object({ ...Service, changed: z.boolean() }).describe('of start and stop'),
  z.object({ ...Service, output: z.string().describe('The last lines that it printed') }).describe('of logs'),
  z.object(Service).describe('of status'),
])
export type ServiceResult = z.infer<typeof ServiceResult>

const ServiceEntry = z.object(Service)
export type ServiceEntry = z.infer<typeof ServiceEntry>
