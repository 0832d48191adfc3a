import type { ScriptedAnswer, Turn } from './script.ts'

/** How one API for models says what the script needs, and how it is answered. */
export interface ModelApi {
  path: RegExp
  /** Throws for a request of another form. */
  turnOf(body: unknown): Turn
  /** The body of the answer: JSON, or server-sent events where the request asks for a stream. */
  answer(answer: ScriptedAnswer, body: unknown, request: { path: string }): string
}

/** Server-sent events whose name is the type of their data. */
export const events = (all: readonly ({ type: string } & Record<string, unknown>)[]): string =>
  all.map((one) => `event: ${one.type}\n${data(one)}`).join('')

/** One without a name. */
export const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`
