import type { TextRange } from '@cli-apps/core'
import type { FC } from 'hono/jsx'

/** A text with the parts that a search found. */
export const Highlighted: FC<{ text: string; ranges?: readonly TextRange[] | undefined }> = ({
  text,
  ranges = [],
}) => {
  let end = 0
  const parts = ranges.flatMap(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return [before, <mark>{text.slice(from, to)}</mark>]
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
