import * as z from 'zod'
import type { Invocation } from '../invoke/prepare-invocation.ts'
import type { Limits } from '../options.ts'
import { PendingJob } from './job.ts'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/**
 * What a supervisor receives, once, through its standard input: it contains granted values, so it never becomes a file
 * or an argument. Its inner parts come from the same program and are not validated.
 */
export const JobOrder = z
  .object({
    root: z.string(),
    job: PendingJob,
    invocation: z.custom<Invocation>((value) => isObject(value)),
    limits: z.custom<Limits>((value) => isObject(value)),
  })
  // JSON has no infinity.
  .transform((order) => ({
    ...order,
    invocation: { ...order.invocation, timeout: order.job.timeout ?? Number.POSITIVE_INFINITY },
  }))
export type JobOrder = z.infer<typeof JobOrder>
