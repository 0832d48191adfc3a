import type { FC } from 'hono/jsx'
import { lineOf } from '../parts/shown-text.ts'
import { ChangeField, ChangeForm, ManageSection, RowButton, VersionField } from './change-form.tsx'
import type { ManageProps } from './manage-app.ts'

/** Tags of versions: those that are set, and a form for another one. */
export const TagsSection: FC<ManageProps> = (props) => {
  const { page, app } = props
  const { manage } = page.texts.account
  const versions = app.versions.filter(({ yanked }) => yanked === null).map(({ version }) => version)
  return (
    <ManageSection props={props} id="tag" title={manage.tags} text={manage.tagsText} needs="publish">
      <ul class="plain rows" id="untag">
        {Object.entries(app.dist_tags).map(([tag, version]) => (
          <li class="row">
            <span>
              <strong>{tag}</strong> {version}
            </span>
            <RowButton
              props={props}
              change="untag"
              field="tag"
              value={tag}
              send={tag === 'latest' ? manage.untagLatest : manage.untag}
            />
          </li>
        ))}
      </ul>
      <ChangeForm props={props} change="tag" send={manage.tagSend}>
        <ChangeField props={props} change="tag" name="tag" label={manage.tag} maxLength={40} isRequired />
        <VersionField props={props} change="tag" values={versions} />
      </ChangeForm>
    </ManageSection>
  )
}

/** The owners of the app, and a form for another one. */
export const OwnersSection: FC<ManageProps> = (props) => {
  const { page, app } = props
  const { manage } = page.texts.account
  return (
    <ManageSection props={props} id="add-owner" title={manage.owners} text={manage.ownersText} needs="owners">
      <ul class="plain rows" id="remove-owner">
        {app.owners.map((owner) => (
          <li class="row">
            <strong>{lineOf(owner)}</strong>
            <RowButton
              props={props}
              change="remove-owner"
              field="owner"
              value={owner}
              send={manage.ownerRemove}
            />
          </li>
        ))}
      </ul>
      <ChangeForm props={props} change="add-owner" send={manage.ownerAdd}>
        <ChangeField
          props={props}
          change="add-owner"
          name="owner"
          label={manage.owner}
          maxLength={100}
          isRequired
        />
      </ChangeForm>
    </ManageSection>
  )
}

/** Removing the app as a whole, and restoring it. */
export const RemoveSection: FC<ManageProps> = (props) => {
  const { app, page } = props
  const { manage } = page.texts.account
  const isRemoved = app.removed !== null
  return (
    <>
      {isRemoved && (
        <ManageSection
          props={props}
          id="restore"
          title={manage.restore}
          text={manage.restoreText}
          needs="yank"
        >
          <ChangeForm props={props} change="restore" send={manage.restoreSend} />
        </ManageSection>
      )}
      <ManageSection props={props} id="remove" title={manage.remove} text={manage.removeText} needs="yank">
        <ChangeForm
          props={props}
          change="remove"
          send={isRemoved ? manage.removeAgain : manage.removeSend}
          isDangerous
        >
          <ChangeField
            props={props}
            change="remove"
            name="message"
            label={manage.message}
            maxLength={500}
            isRequired
          />
          <ChangeField
            props={props}
            change="remove"
            name="replacement"
            label={manage.replacement}
            hint={manage.optional}
            maxLength={100}
          />
          <ChangeField
            props={props}
            change="remove"
            name="confirm"
            label={manage.confirm(app.name)}
            maxLength={100}
            isRequired
          />
        </ChangeForm>
      </ManageSection>
    </>
  )
}
