import type { Child, FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { lineOf } from '../parts/shown-text.ts'
import { PostForm } from './form-parts.tsx'

interface FrameProps extends PageProps {
  title: string
  /** The page of the navigation that is shown, or whose part is. */
  tab: 'account' | 'publish' | 'account/tokens' | 'account/audit'
  children?: Child
}

/** What the pages of a person who is signed in share: who it is, the way out, and links between them. */
export const AccountFrame: FC<FrameProps> = ({ page, title, tab, children }) => {
  const { root, session } = page
  const { nav, signIn } = page.texts.account
  const tabs = [
    ['account', nav.overview],
    ['publish', nav.publish],
    ['account/tokens', nav.tokens],
    ['account/audit', nav.audit],
  ] as const
  return (
    <Layout title={title} page={page}>
      <div class="account-bar">
        <p>
          {nav.signedIn} <strong>{lineOf(session?.user ?? '')}</strong>
        </p>
        <PostForm page={page} to="sign-out" class="inline">
          <button class="plain" type="submit">
            {signIn.out}
          </button>
        </PostForm>
      </div>
      <nav class="tabs" aria-label={nav.label}>
        {tabs.map(([path, text]) => (
          <a href={`${root}/${path}`} aria-current={path === tab ? 'page' : undefined}>
            {text}
          </a>
        ))}
      </nav>
      <h1>{title}</h1>
      {children}
    </Layout>
  )
}
