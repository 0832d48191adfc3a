import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { AppList, type CardApp } from '../parts/app-list.tsx'
import { lineOf } from '../parts/shown-text.ts'

interface PublisherProps extends PageProps {
  publisher: { name: string; count: number; apps: readonly CardApp[]; next: string | undefined }
}

/** `/publishers/{name}`: the apps of a user or an organization. */
export const PublisherPage: FC<PublisherProps> = ({ page, publisher: { name, count, apps, next } }) => {
  const { root, texts } = page
  const title = texts.publisher.title(lineOf(name))
  return (
    <Layout title={title} page={page}>
      <h1>{title}</h1>
      <p class="lead">
        {name.startsWith('@') ? texts.publisher.organization : texts.publisher.user}{' '}
        {texts.publisher.count(count)}
      </p>
      <h2>{texts.browse.title}</h2>
      <AppList page={page} apps={apps} isWide />
      {next !== undefined && (
        <p>
          <a
            class="button"
            rel="next"
            href={`${root}/publishers/${encodeURIComponent(name)}?after=${encodeURIComponent(next)}`}
          >
            {texts.site.showMore}
          </a>
        </p>
      )}
    </Layout>
  )
}
