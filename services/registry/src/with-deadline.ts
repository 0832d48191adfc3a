import { UnavailableError } from '@cli-apps/core'

/** Awaits work with a time limit. On timeout the work continues, but nobody awaits it. */
export async function withDeadline<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate(ms)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const tooLate = (ms: number): UnavailableError =>
  new UnavailableError('request.deadline', `The request took longer than ${ms / 1000} seconds.`, {
    hint: 'Try again in a few seconds.',
  })
