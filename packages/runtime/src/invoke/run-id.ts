import { randomBytes } from 'node:crypto'

/** By what the saved output of a run is found: 16 hexadecimal digits of chance. */
export const newOutputId = (): string => randomBytes(8).toString('hex')

const form = /^[0-9a-f]{16}$/

export const isRunId = (text: string): boolean => form.test(text)

/** What the files with a run's output are called, before the name of the stream. Names in order are runs in order. */
export function runFileName(id: string, app: string, now = new Date()): string {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  return `${time}-${app}-${id}`
}
