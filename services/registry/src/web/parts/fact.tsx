import type { Child, FC } from 'hono/jsx'

/** One entry of a list of facts. */
export const Fact: FC<{ name: string; children?: Child }> = ({ name, children }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
