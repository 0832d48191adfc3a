import * as z from 'zod'
import type { Invocation } from '../invoke/prepare-invocation.ts'
import type { Limits } from '../options.ts'
import { PendingJob } from './job.ts'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/**
 * What a supervisor is told, once, through its standard input: it holds granted values, so it is never a file nor an
 * argument. Its inner parts are made by the same program and taken as they are.
 */
export const JobOrder = z.object({
  root: z.string(),
  job: PendingJob,
  invocation: z.custom<Invocation>((value) => isObject(value)),
  limits: z.custom<Limits>((value) => isObject(value)),
})
export type JobOrder = z.infer<typeof JobOrder>
