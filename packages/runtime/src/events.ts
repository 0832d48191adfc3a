import type { ConfirmationRequest } from './confirm/confirmations.ts'
import type { EndedJob } from './jobs/job.ts'

/** What a runtime tells, by the name of the event. */
export interface RuntimeEvents {
  /** The list of tools, or a description in it, is another now. */
  'tools-changed': undefined
  /** A call waits for a yes. */
  confirmation: ConfirmationRequest
  /** A job ended, also one that did while no runtime was there to tell of it. */
  job: EndedJob
}

export interface Events {
  /** Calls `listener` for each event of that name; gives the function that ends it. */
  on<Name extends keyof RuntimeEvents>(name: Name, listener: (event: RuntimeEvents[Name]) => void): () => void
  emit<Name extends keyof RuntimeEvents>(name: Name, event: RuntimeEvents[Name]): void
}

/** A listener that throws does not keep the others from hearing. */
export function createEvents(onBug: (error: unknown) => void): Events {
  const listeners: { [Name in keyof RuntimeEvents]?: Set<(event: RuntimeEvents[Name]) => void> } = {}
  return {
    on(name, listener) {
      const set: Set<typeof listener> = listeners[name] ?? new Set()
      Object.assign(listeners, { [name]: set })
      set.add(listener)
      return () => void set.delete(listener)
    },
    emit(name, event) {
      for (const listener of listeners[name] ?? []) {
        try {
          listener(event)
        } catch (error) {
          onBug(error)
        }
      }
    },
  }
}
