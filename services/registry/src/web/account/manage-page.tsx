import type { FC } from 'hono/jsx'
import { dayOf, lineOf } from '../parts/shown-text.ts'
import { VersionState } from '../parts/version-state.tsx'
import { AccountFrame } from './account-frame.tsx'
import { ChangeField, ChangeForm, ManageSection, VersionField } from './change-form.tsx'
import { Done, NotDone } from './form-parts.tsx'
import { changesOfApps, type ManageProps } from './manage-app.ts'
import { OwnersSection, RemoveSection, TagsSection } from './manage-sections.tsx'
import { TrustSection } from './trust-section.tsx'

/** Further ones can still be chosen in the forms. */
const mostListed = 30

/** `/account/apps/{name}`: what an owner can change of an app. */
export const ManagePage: FC<ManageProps> = (props) => {
  const { page, app, done, refused } = props
  const { root, texts } = page
  const { manage } = texts.account
  return (
    <AccountFrame page={page} title={manage.title(lineOf(app.display_name))} tab="account">
      <p class="mono">{`${app.name}@${app.latest}`}</p>
      <Done page={page} done={done} />
      {refused !== undefined && (
        <NotDone page={page} problem={refused.problem}>
          {changesOfApps.some((change) => change === refused.change) && (
            <p>
              <a href={`#${refused.change}`}>{manage.toForm}</a>
            </p>
          )}
        </NotDone>
      )}
      {app.removed !== null && (
        <div class="notice bad" role="note">
          <p>
            <strong>{texts.app.removed(dayOf(app.removed.at))}</strong> {lineOf(app.removed.message)}
          </p>
        </div>
      )}
      <p>
        <a href={`${root}/apps/${app.name}`}>{manage.page}</a> ·{' '}
        <a href={`${root}/account/audit?app=${app.name}`}>{manage.audit}</a>
      </p>
      <VersionTable {...props} />
      <YankSections {...props} />
      <TagsSection {...props} />
      <OwnersSection {...props} />
      <TrustSection {...props} />
      <RemoveSection {...props} />
    </AccountFrame>
  )
}

const VersionTable: FC<ManageProps> = ({ page, app: { name, versions, dist_tags: tags } }) => {
  const { root, texts } = page
  const { manage } = texts.account
  return (
    <section>
      <h2>{manage.versions}</h2>
      {versions.length > mostListed && <p class="quiet">{manage.versionsShown(mostListed)}</p>}
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{manage.version}</th>
              <th scope="col">{manage.published}</th>
              <th scope="col">{manage.state}</th>
            </tr>
          </thead>
          <tbody>
            {versions.slice(0, mostListed).map(({ version, published_at: at, ...entry }) => (
              <tr>
                <th scope="row">
                  <a href={`${root}/apps/${name}/${encodeURIComponent(version)}`}>{version}</a>{' '}
                  {Object.entries(tags)
                    .filter(([, tagged]) => tagged === version)
                    .map(([tag]) => (
                      <span class="tag passed">{tag}</span>
                    ))}
                </th>
                <td>{at !== null && dayOf(at)}</td>
                <td>
                  <VersionState page={page} entry={entry} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const YankSections: FC<ManageProps> = (props) => {
  const { manage } = props.page.texts.account
  const all = props.app.versions.map(({ version }) => version)
  const yanked = props.app.versions.filter((one) => one.yanked !== null).map(({ version }) => version)
  const others = all.filter((version) => !yanked.includes(version))
  return (
    <>
      <ManageSection props={props} id="yank" title={manage.yank} text={manage.yankText} needs="yank">
        {others.length === 0 ? (
          <p>{manage.allYanked}</p>
        ) : (
          <ChangeForm props={props} change="yank" send={manage.yankSend} isDangerous>
            <VersionField props={props} change="yank" values={others} isDeliberate />
            <ChangeField
              props={props}
              change="yank"
              name="reason"
              label={manage.reason}
              maxLength={500}
              isRequired
            />
          </ChangeForm>
        )}
      </ManageSection>
      {yanked.length > 0 && (
        <ManageSection props={props} id="unyank" title={manage.unyank} needs="yank">
          <ChangeForm props={props} change="unyank" send={manage.unyankSend}>
            <VersionField props={props} change="unyank" values={yanked} />
          </ChangeForm>
        </ManageSection>
      )}
      <ManageSection
        props={props}
        id="deprecate"
        title={manage.deprecate}
        text={manage.deprecateText}
        needs="yank"
      >
        <ChangeForm props={props} change="deprecate" send={manage.deprecateSend}>
          <VersionField props={props} change="deprecate" values={all} isDeliberate />
          <ChangeField
            props={props}
            change="deprecate"
            name="message"
            label={manage.message}
            hint={manage.messageHint}
            maxLength={500}
          />
        </ChangeForm>
      </ManageSection>
    </>
  )
}
