import type { FC } from 'hono/jsx'

/** A command line that breaks between its words only: "--" at the end of a line reads as an argument of its own. */
export const WholeWords: FC<{ text: string }> = ({ text }) => (
  <>
    {text
      .split(/(\S*-\S*)/)
      .map((part, at) => (at % 2 === 1 && part.length <= longest ? <span class="unit">{part}</span> : part))}
  </>
)

/** Longer words, such as addresses, may break anywhere. */
const longest = 40
