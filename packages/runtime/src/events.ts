import type { ConfirmationRequest } from './confirm/confirmation-request.ts'
import type { EndedJob } from './jobs/job.ts'

/** What a runtime tells, by the name of the event. */
export interface RuntimeEvents {
  /** The list of tools, or a description in it, is another now. */
  'tools-changed': undefined
  /** An app was installed, updated or removed. */
  'apps-changed': undefined
  /** A skill came, went or is another. */
  'skills-changed': undefined
  /** A call requires confirmation. */
  confirmation: ConfirmationRequest
  /** A job ended, also one that did while no runtime was there to tell of it. */
  job: EndedJob
}

export interface Events {
  /** Calls `listener` for each event of that name; gives the function that ends it. */
  on<Name extends keyof RuntimeEvents>(name: Name, listener: (event: RuntimeEvents[Name]) => void): () => void
  emit<Name extends keyof RuntimeEvents>(name: Name, event: RuntimeEvents[Name]): void
}

/**
 * A listener that throws does not keep the others from hearing. `listened` is told whenever a listener came or went
 * which names have one.
 */
export function createEvents(
  onBug: (error: unknown) => void,
  listened: (names: ReadonlySet<string>) => void = () => {},
): Events {
  const listeners: { [Name in keyof RuntimeEvents]?: Set<(event: RuntimeEvents[Name]) => void> } = {}
  const tell = (): void =>
    listened(new Set(Object.entries(listeners).flatMap(([name, set]) => (set.size > 0 ? [name] : []))))
  return {
    on(name, listener) {
      const set: Set<typeof listener> = listeners[name] ?? new Set()
      Object.assign(listeners, { [name]: set })
      set.add(listener)
      tell()
      return () => {
        if (set.delete(listener)) tell()
      }
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
