import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { dayOf, lineOf } from '../parts/shown-text.ts'
import { PostForm } from './form-parts.tsx'

interface LinkedIdentity {
  issuer: string
  subject: string
  label: string
  linkedAt: Date
}

export interface IdentitiesProps extends PageProps {
  identities: readonly LinkedIdentity[]
  /** Absent where people sign in with tokens alone. */
  provider: { name: string; issuer: string } | undefined
}

/** The identities with which a person signs in, and the way to link another one. */
export const IdentitiesSection: FC<IdentitiesProps> = ({ page, identities, provider }) => {
  const { identity: texts } = page.texts.account
  if (provider === undefined && identities.length === 0) return null
  return (
    <section>
      <h2>{texts.list}</h2>
      <p class="quiet">{texts.listNote}</p>
      <ul class="plain rows">
        {identities.map(({ issuer, subject, label, linkedAt }) => (
          <li class="row wide">
            <div>
              <strong>{lineOf(label)}</strong>{' '}
              <span class="quiet small">
                {`${issuer === provider?.issuer ? provider.name : issuer} · ${texts.linked} ${dayOf(linkedAt.toISOString())}`}
              </span>
            </div>
            <PostForm page={page} to="account/identities" class="inline">
              <input type="hidden" name="change" value="unlink" />
              <input type="hidden" name="issuer" value={issuer} />
              <input type="hidden" name="subject" value={subject} />
              <button class="plain" type="submit">
                {texts.unlink} <span class="unseen">{lineOf(label)}</span>
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
      {provider !== undefined && (
        <p>
          <a class="button" href={`${page.root}/sign-in/openid?link=yes`} rel="nofollow">
            {texts.linkWith(provider.name)}
          </a>
        </p>
      )}
    </section>
  )
}
