import type { FC } from 'hono/jsx'
import { lineOf } from '../parts/shown-text.ts'
import { ChangeField, ChangeForm, ManageSection, RowButton } from './change-form.tsx'
import { Choice } from './form-parts.tsx'
import { type ManageProps, typedIn } from './manage-app.ts'

/** The jobs of CI services that may publish the app, and a form for another one. */
export const TrustSection: FC<ManageProps> = (props) => {
  const { page, publishers, issuers } = props
  const { manage } = page.texts.account
  return (
    <ManageSection props={props} id="trust" title={manage.trust} text={manage.trustText} needs="owners">
      {publishers.length === 0 && <p>{manage.trustEmpty}</p>}
      <ul class="plain rows" id="distrust">
        {publishers.map(({ id, issuer, audience, subject, user }) => (
          <li class="row wide">
            <span>
              <code>{lineOf(subject)}</code>
              <span class="quiet small">
                {' '}
                {`${lineOf(issuer)} · ${lineOf(audience)} · ${manage.trustedAs(lineOf(user))}`}
              </span>
            </span>
            <RowButton props={props} change="distrust" field="id" value={id} send={manage.distrust} />
          </li>
        ))}
      </ul>
      {issuers.length === 0 ? <p>{manage.trustNone}</p> : <NewPublisher {...props} />}
    </ManageSection>
  )
}

const NewPublisher: FC<ManageProps> = (props) => {
  const { page, issuers } = props
  const { manage } = page.texts.account
  return (
    <ChangeForm props={props} change="trust" send={manage.trustSend}>
      <Choice
        id="trust-issuer"
        name="issuer"
        label={manage.issuer}
        value={typedIn(props, 'trust', 'issuer')}
        values={issuers}
      />
      <ChangeField
        props={props}
        change="trust"
        name="audience"
        label={manage.audience}
        hint={manage.audienceHint}
        atFirst={page.address}
        maxLength={200}
        isRequired
      />
      <ChangeField
        props={props}
        change="trust"
        name="subject"
        label={manage.subject}
        hint={manage.subjectHint}
        maxLength={500}
        isRequired
      />
    </ChangeForm>
  )
}
