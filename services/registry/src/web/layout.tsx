import type { Child, FC } from 'hono/jsx'
import { raw } from 'hono/utils/html'
import { styleSheet } from './style.ts'

export interface PageProps {
  /**
   * Relative path from the page to the site root, so that links work behind a proxy that adds a path prefix: `.` or
   * `../..`.
   */
  root: string
}

interface LayoutProps extends PageProps {
  title: string
  /** Sidebar on wide screens. */
  side?: Child
  children?: Child
}

/** The layout of all pages. */
export const Layout: FC<LayoutProps> = ({ title, root, side, children }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <style>{raw(styleSheet)}</style>
    </head>
    <body>
      <header>
        <strong>
          <a href={`${root}/`}>cli-apps registry</a>
        </strong>
        <a href={`${root}/docs`}>API</a>
        <a href={`${root}/openapi.json`}>openapi.json</a>
        <a href={`${root}/v1/index.json`}>index.json</a>
      </header>
      <div class={side === undefined ? 'frame' : 'frame wide'}>
        {side !== undefined && <nav class="side">{side}</nav>}
        <main>{children}</main>
      </div>
    </body>
  </html>
)
