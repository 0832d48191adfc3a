import type { ConfirmationRequest } from './confirm/confirmation-request.ts'
import type { EndedJob } from './jobs/job.ts'

/** The events of a runtime by name. */
export interface RuntimeEvents {
  /** The list of tools, or a description in it, changed. */
  'tools-changed': undefined
  /** An app was installed, updated or removed. */
  'apps-changed': undefined
  /** A skill was added, removed or changed. */
  'skills-changed': undefined
  /** A call requires confirmation. */
  confirmation: ConfirmationRequest
  /** A job ended, possibly while no runtime was open to report it. */
  job: EndedJob
}

export interface Events {
  /** Calls `listener` for each event of this name; returns a function that removes it. */
  on<Name extends keyof RuntimeEvents>(name: Name, listener: (event: RuntimeEvents[Name]) => void): () => void
  emit<Name extends keyof RuntimeEvents>(name: Name, event: RuntimeEvents[Name]): void
}

/**
 * Creates an emitter. A listener that throws does not affect the others. `listened` receives the names with listeners
 * whenever they change.
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
