import type { FC } from 'hono/jsx'

const tints = 5

/** Two letters of a name in the color of its category, in the place of a logo. */
export const Tile: FC<{ name: string; category: string }> = ({ name, category }) => (
  <span class={`tile t${tintOf(category)}`} aria-hidden="true">
    {name.replaceAll('-', '').slice(0, 2)}
  </span>
)

const tintOf = (category: string): number =>
  [...category].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints
