import type { Problem } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { lineOf } from '../parts/shown-text.ts'
import { Field, NotDone, PostForm } from './form-parts.tsx'

interface IdentityProps extends PageProps {
  provider: { name: string; isOpen: boolean }
  /** How the identity provider names the person. */
  label: string
  /** What the field for the name has at first, or what was typed. */
  name: string
  problem?: Problem | undefined
}

/** `/sign-in/identity`: which account an identity signs in to from now on. */
export const IdentityPage: FC<IdentityProps> = (props) => {
  const { page, provider, label, problem } = props
  const { identity: texts, signIn } = page.texts.account
  return (
    <Layout title={texts.title} page={page}>
      <h1>{texts.title}</h1>
      <p class="lead">{texts.lead(lineOf(label), provider.name)}</p>
      {problem !== undefined && <NotDone page={page} problem={problem} lead={signIn.refused} />}
      {page.session === undefined ? <WithoutAccount {...props} /> : <LinkForm {...props} />}
    </Layout>
  )
}

const LinkForm: FC<IdentityProps> = ({ page, provider, label }) => {
  const { identity: texts } = page.texts.account
  const user = page.session?.user ?? ''
  return (
    <section>
      <h2>{texts.link(user)}</h2>
      <p>{texts.linkText(lineOf(label), provider.name)}</p>
      <PostForm page={page} to="account/identities">
        <input type="hidden" name="change" value="link" />
        <p>
          <button type="submit">{texts.linkSend(user)}</button>
        </p>
      </PostForm>
    </section>
  )
}

const WithoutAccount: FC<IdentityProps> = ({ page, provider, name }) => {
  const { identity: texts } = page.texts.account
  const back = `${page.root}/sign-in?to=${encodeURIComponent('sign-in/identity')}`
  return (
    <>
      {provider.isOpen && (
        <section>
          <h2>{texts.create}</h2>
          <PostForm page={page} to="sign-in/identity">
            <Field
              id="name"
              name="name"
              label={texts.name}
              hint={texts.nameHint}
              value={name}
              maxLength={64}
              isRequired
            />
            <p>
              <button type="submit">{texts.createSend}</button>
            </p>
          </PostForm>
        </section>
      )}
      <section>
        <h2>{texts.existing}</h2>
        <p>{texts.existingText}</p>
        <p>
          <a href={back}>{texts.existingLink}</a>
        </p>
      </section>
    </>
  )
}
