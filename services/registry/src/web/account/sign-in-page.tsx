import type { Problem } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { CopiedCommand } from '../parts/copied-command.tsx'
import { Done, Field, NotDone, PostForm } from './form-parts.tsx'

interface SignInProps extends PageProps {
  /** Where to go then, below the root. */
  to: string
  /** Why it was refused. */
  problem?: Problem | undefined
  done?: string | undefined
  /** The name of the identity provider, where there is one. */
  provider?: string | undefined
}

/** `/sign-in`: the way to the identity provider, and a form for an API token. */
export const SignInPage: FC<SignInProps> = ({ page, to, problem, done, provider }) => {
  const { signIn } = page.texts.account
  // An identity that waits to be linked needs the other way.
  const via = to === 'sign-in/identity' ? undefined : provider
  return (
    <Layout title={signIn.title} page={page}>
      <h1>{signIn.title}</h1>
      <p class="lead">{via === undefined ? signIn.lead : signIn.leadWith}</p>
      <Done page={page} done={done} />
      {problem !== undefined && <NotDone page={page} problem={problem} lead={signIn.refused} />}
      {via !== undefined && (
        <>
          <p>{signIn.withText(via)}</p>
          <p>
            <a
              class="button"
              href={`${page.root}/sign-in/openid?to=${encodeURIComponent(to)}`}
              rel="nofollow"
            >
              {signIn.with(via)}
            </a>
          </p>
          <h2>{signIn.withToken}</h2>
        </>
      )}
      <PostForm page={page} to="sign-in">
        <input type="hidden" name="to" value={to} />
        <Field
          id="token"
          name="token"
          type="password"
          label={signIn.token}
          hint={signIn.tokenHint}
          maxLength={500}
          isRequired
        />
        <p>
          <button type="submit">{signIn.send}</button>
        </p>
      </PostForm>
      <p class="quiet">{signIn.tokenCommand}</p>
      <CopiedCommand page={page} command="cli-apps-registry token create --user ann --scope 'publish:*'" />
    </Layout>
  )
}
