import type { Child, FC } from 'hono/jsx'
import { Choice, Field, PostForm } from './form-parts.tsx'
import { type AppChangeName, type ManageProps, typedIn } from './manage-app.ts'

interface ChangeProps {
  props: ManageProps
  change: AppChangeName
  /** What the button says. */
  send: string
  isDangerous?: boolean
  children?: Child
}

/** One change of an app: its fields and its button. */
export const ChangeForm: FC<ChangeProps> = ({ props, change, send, isDangerous, children }) => {
  const { page, app } = props
  return (
    <PostForm page={page} to={`account/apps/${app.name}`}>
      <input type="hidden" name="change" value={change} />
      {children}
      <p>
        <button type="submit" class={isDangerous ? 'danger' : undefined}>
          {send}
        </button>
      </p>
    </PostForm>
  )
}

interface ChangeFieldProps {
  props: ManageProps
  change: AppChangeName
  name: string
  label: string
  hint?: string
  /** What it holds before somebody typed there. */
  atFirst?: string
  maxLength: number
  isRequired?: boolean
}

/** A field of a change, with what was typed there where it was refused. */
export const ChangeField: FC<ChangeFieldProps> = ({ props, change, name, atFirst, ...field }) => (
  <Field id={`${change}-${name}`} name={name} value={typedIn(props, change, name) || atFirst} {...field} />
)

interface VersionFieldProps {
  props: ManageProps
  change: AppChangeName
  values: readonly string[]
  /** No version is chosen at first: what follows should not happen to one by accident. */
  isDeliberate?: boolean
}

export const VersionField: FC<VersionFieldProps> = ({ props, change, values, isDeliberate }) => (
  <Choice
    id={`${change}-version`}
    name="version"
    label={props.page.texts.account.manage.version}
    value={typedIn(props, change, 'version')}
    values={values}
    unchosen={isDeliberate ? props.page.texts.account.manage.chooseVersion : undefined}
  />
)

interface RowProps {
  props: ManageProps
  change: AppChangeName
  field: string
  value: string
  send: string
}

/** A button that changes one thing of a list. */
export const RowButton: FC<RowProps> = ({ props: { page, app }, change, field, value, send }) => (
  <PostForm page={page} to={`account/apps/${app.name}`} class="inline">
    <input type="hidden" name="change" value={change} />
    <input type="hidden" name={field} value={value} />
    <button class="plain" type="submit">
      {send} <span class="unseen">{value}</span>
    </button>
  </PostForm>
)

interface SectionProps {
  props: ManageProps
  id: AppChangeName
  title: string
  text?: string
  /** The scope that it needs. */
  needs: ManageProps['lacks'][number]
  children?: Child
}

/** A part of the page, whose forms are there only for a token that may send them. */
export const ManageSection: FC<SectionProps> = ({ props, id, title, text, needs, children }) => {
  const { page, app, lacks } = props
  return (
    <section id={id}>
      <h2>{title}</h2>
      {text !== undefined && <p class="quiet prose">{text}</p>}
      {lacks.includes(needs) ? (
        <p class="notice">{page.texts.account.manage.lacks(`${needs}:${app.name}`)}</p>
      ) : (
        children
      )}
    </section>
  )
}
