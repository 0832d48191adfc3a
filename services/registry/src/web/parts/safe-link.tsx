import type { Child, FC } from 'hono/jsx'

/** A link to another site. Anything but https is shown as text. */
export const SafeLink: FC<{ url: string; children?: Child }> = ({ url, children }) =>
  isHttps(url) ? (
    <a href={url} rel="nofollow noopener noreferrer">
      {children ?? shortUrl(url)}
    </a>
  ) : (
    <span>{children ?? url}</span>
  )

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'

/** The host and path, as people write it. */
function shortUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`.replace(/\/$/, '')
}
