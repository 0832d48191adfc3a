import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'

interface ContinueProps extends PageProps {
  /** Below the root. */
  to: string
  /** The identity provider. */
  via: string
  /** Who is signed in now, if anybody is. */
  user: string | undefined
}

/** After the identity provider: browsers open the next page by themselves. */
export const ContinuePage: FC<ContinueProps> = ({ page, to, via, user }) => {
  const { signIn } = page.texts.account
  const title = user === undefined ? signIn.proven(via) : signIn.signedIn(user)
  return (
    <Layout title={title} page={page}>
      <h1>{title}</h1>
      <p>
        <a class="button" href={`${page.root}/${to}`}>
          {signIn.go}
        </a>
      </p>
    </Layout>
  )
}
