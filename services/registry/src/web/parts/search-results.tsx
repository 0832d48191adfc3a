import type { Child, FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'

/** Where results appear while one types. On a static site only scripts search, and from the files of a disk they cannot. */
export const SearchResults: FC<PageProps & { children?: Child }> = ({
  page: {
    isStatic,
    texts: { site },
  },
  children,
}) => (
  <>
    {isStatic && (
      <noscript>
        <p>{site.needsScripts}</p>
      </noscript>
    )}
    <div id="results" aria-live="polite" data-failed={isStatic ? site.searchFailed : undefined}>
      {children}
    </div>
  </>
)
