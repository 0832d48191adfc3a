import type { Child, FC } from 'hono/jsx'
import { assets, staticScript } from './assets.ts'
import type { PageProps } from './page.ts'
import { SearchForm } from './parts/search-form.tsx'

interface LayoutProps extends PageProps {
  title: string
  /** One sentence for search engines and previews. */
  description?: string | undefined
  /** The address of the content below the root, where it is not the path of the page; null for none. */
  canonical?: string | null | undefined
  /** Sidebar on wide screens. */
  side?: Child
  /** Whether the page has a search field of its own. */
  hasSearch?: boolean
  /** Whether the texts exist in English only, so that there is no other language to switch to. */
  isEnglishOnly?: boolean
  children?: Child
}

/** The layout of all pages. */
export const Layout: FC<LayoutProps> = ({
  page,
  title,
  description,
  canonical,
  side,
  hasSearch,
  isEnglishOnly,
  children,
}) => {
  const { root, texts } = page
  return (
    <html lang={texts.locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content={description ?? texts.site.description} />
        <title>{`${title} · ${texts.site.name}`}</title>
        <Relations
          page={page}
          title={title}
          description={description}
          canonical={canonical === undefined ? page.path.split('?')[0] : canonical}
          isEnglishOnly={isEnglishOnly}
        />
        <link rel="icon" href={`${root}/${assets.icon.path}`} type="image/svg+xml" />
        <link rel="stylesheet" href={`${root}/${assets.style.path}`} />
        <script src={`${root}/${(page.isStatic ? staticScript : assets.script).path}`} defer></script>
      </head>
      <body>
        <a class="skip" href="#content">
          {texts.site.skip}
        </a>
        <SiteHeader page={page} hasSearch={hasSearch === true} isEnglishOnly={isEnglishOnly === true} />
        <div class={side === undefined ? 'frame' : 'frame wide'}>
          {side !== undefined && <nav class="side">{side}</nav>}
          <main id="content" tabindex={-1}>
            {children}
          </main>
        </div>
        <SiteFooter page={page} />
      </body>
    </html>
  )
}

type RelationsProps = Pick<LayoutProps, 'page' | 'title' | 'description' | 'canonical' | 'isEnglishOnly'>

/** What search engines, previews, feed readers and address bars want to know. A page for one person has none. */
const Relations: FC<RelationsProps> = ({ page, title, description, canonical, isEnglishOnly }) => {
  const { root, texts, address, language } = page
  if (page.session !== undefined) return null
  // A static site has files in the place of addresses.
  const isNamed = !page.isStatic && canonical !== undefined && canonical !== null
  const english = `${address}/${canonical}`
  const chinese = `${english}${english.includes('?') ? '&' : '?'}lang=zh`
  return (
    <>
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description ?? texts.site.description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={texts.site.name} />
      {isNamed && (
        <>
          <meta property="og:url" content={language === 'zh' ? chinese : english} />
          <link rel="canonical" href={language === 'zh' ? chinese : english} />
        </>
      )}
      {isNamed && !isEnglishOnly && (
        <>
          <link rel="alternate" hreflang="en" href={english} />
          <link rel="alternate" hreflang="zh" href={chinese} />
        </>
      )}
      {!page.isStatic && (
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          title={texts.site.name}
          href={`${root}/opensearch.xml`}
        />
      )}
      <link rel="alternate" type="application/atom+xml" title={texts.site.feed} href={`${root}/feed.xml`} />
    </>
  )
}

const SiteHeader: FC<PageProps & { hasSearch: boolean; isEnglishOnly: boolean }> = ({
  page,
  hasSearch,
  isEnglishOnly,
}) => {
  const { root, path, texts } = page
  const links = [
    ['apps', texts.site.apps],
    ['playbooks', texts.site.playbooks],
    ['how-it-works', texts.site.how],
    ['statistics', texts.site.statistics],
    // For everybody alike: caches share these pages.
    ...(page.isStatic ? [] : [['docs', texts.site.api] as const, ['account', texts.site.account] as const]),
  ] as const
  const first = path.split(/[/?]/)[0]
  const current = first === 'publish' || first === 'sign-in' ? 'account' : first
  return (
    <header class="site">
      <a class="brand" href={`${root}/`}>
        cli-apps<span aria-hidden="true">_</span>
      </a>
      <nav aria-label={texts.site.name}>
        {links.map(([to, text]) => (
          <a href={`${root}/${to}`} aria-current={current === to ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      {!hasSearch && <SearchForm page={page} id="site-search" />}
      {!isEnglishOnly && (
        <a
          class="language"
          href={otherLanguage(page)}
          lang={page.language === 'en' ? 'zh-CN' : 'en'}
          hreflang={page.language === 'en' ? 'zh-CN' : 'en'}
          title={texts.site.otherLanguageLabel}
          rel="nofollow"
        >
          {texts.site.otherLanguage}
        </a>
      )}
    </header>
  )
}

/** The same page in the other language, which the registry then remembers. */
function otherLanguage({ root, path, language }: PageProps['page']): string {
  const other = language === 'en' ? 'zh' : 'en'
  return `${root}/${path}${path.includes('?') ? '&' : '?'}lang=${other}`
}

const SiteFooter: FC<PageProps> = ({ page: { root, texts, isStatic, contact } }) => {
  const { site } = texts
  const links = [
    ['how-it-works', site.how],
    ...(isStatic ? [] : [['publishing', site.publish] as const]),
    ['statistics', site.statistics],
    ...(isStatic ? [] : [['docs', site.api] as const]),
  ] as const
  return (
    <footer class="site">
      <nav aria-label={site.more}>
        {links.map(([to, text]) => (
          <a href={`${root}/${to}`}>{text}</a>
        ))}
        {contact !== undefined && <a href={contact}>{site.contact}</a>}
      </nav>
      <nav aria-label="JSON">
        {site.footer} {!isStatic && <a href={`${root}/openapi.json`}>openapi.json</a>}
        <a href={`${root}/v1/index.json`}>index.json</a>
        <a href={`${root}/v1/keys.json`}>keys.json</a>
      </nav>
    </footer>
  )
}
