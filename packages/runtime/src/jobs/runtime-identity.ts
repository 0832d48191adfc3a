import { randomUUID } from 'node:crypto'
import { isAlive, ProcessIdentity, thisProcess } from '@cli-apps/core/node'
import * as z from 'zod/mini'

/** Identifies one runtime of one process: a process may open another after closing the first. */
export const RuntimeIdentity = z.extend(ProcessIdentity, { runtime: z.string().check(z.maxLength(40)) })
export type RuntimeIdentity = z.infer<typeof RuntimeIdentity>

const open = new Set<string>()

interface OpenedIdentity {
  runtime: string
  identity(): Promise<RuntimeIdentity>
  close(): void
}

export function openIdentity(): OpenedIdentity {
  const runtime = randomUUID()
  open.add(runtime)
  return {
    runtime,
    identity: async () => ({ ...(await thisProcess()), runtime }),
    close: () => void open.delete(runtime),
  }
}

/** Whether that runtime is still open. */
export const isRuntimeOpen = async ({ pid, started, runtime }: RuntimeIdentity): Promise<boolean> =>
  open.has(runtime) || (pid !== process.pid && (await isAlive({ pid, started })))
