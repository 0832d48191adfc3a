import type { FC } from 'hono/jsx'
import { lineOf } from './shown-text.ts'

/** One line of a manifest's advice, in which what stands between backticks is code. */
export const Prose: FC<{ text: string }> = ({ text }) => (
  <>
    {lineOf(text)
      .split(/(`[^`]+`)/)
      .map((part) => (/^`[^`]+`$/.test(part) ? <code>{part.slice(1, -1)}</code> : part))}
  </>
)
