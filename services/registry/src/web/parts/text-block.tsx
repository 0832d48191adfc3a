import type { FC } from 'hono/jsx'
import { blockOf } from './shown-text.ts'

const longest = 2000

/** Text of several lines, such as input or output, below what it is; its beginning if it is long. */
export const TextBlock: FC<{ label: string; text: string }> = ({ label, text }) => (
  <>
    <p class="label">{label}</p>
    <pre tabindex={0}>
      <code>{text.length > longest ? `${blockOf(text.slice(0, longest))}\n…` : blockOf(text)}</code>
    </pre>
  </>
)
