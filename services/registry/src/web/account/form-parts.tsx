import type { Problem } from '@cli-apps/core'
import type { Child, FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { IssueList } from '../parts/issue-list.tsx'
import { lineOf } from '../parts/shown-text.ts'

interface FormProps extends PageProps {
  /** Path below the root. */
  to: string
  hasFiles?: boolean
  class?: string
  /** Names the form to screen readers, where its button does not say enough. */
  label?: string
  children?: Child
}

/** A form of the session, with the key that other sites cannot know. */
export const PostForm: FC<FormProps> = ({ page, to, hasFiles, class: name = 'form', label, children }) => (
  <form
    class={name}
    method="post"
    action={`${page.root}/${to}`}
    enctype={hasFiles ? 'multipart/form-data' : undefined}
    aria-label={label}
  >
    {page.session !== undefined && <input type="hidden" name="form" value={page.session.formKey} />}
    {children}
  </form>
)

interface FieldProps {
  id: string
  name: string
  label: string
  hint?: string | undefined
  value?: string | undefined
  isRequired?: boolean
  maxLength?: number
  type?: 'text' | 'number' | 'password'
}

/** A line of text with its label and what to write there. */
export const Field: FC<FieldProps> = ({
  id,
  name,
  label,
  hint,
  value,
  isRequired,
  maxLength,
  type = 'text',
}) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      type={type}
      name={name}
      value={value}
      required={isRequired}
      maxlength={maxLength}
      min={type === 'number' ? 1 : undefined}
      autocomplete="off"
      autocapitalize="off"
      spellcheck={false}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
    />
    {hint !== undefined && (
      <p class="quiet small" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </div>
)

interface ChoiceProps extends Omit<FieldProps, 'type' | 'maxLength'> {
  values: readonly string[]
  /** Shown until a value is chosen, which then is required; without it, the first value is chosen. */
  unchosen?: string | undefined
}

/** A choice among values, which are shown as they are. */
export const Choice: FC<ChoiceProps> = ({ id, name, label, value, values, unchosen }) => (
  <div class="field">
    <label for={id}>{label}</label>
    <select id={id} name={name} required={unchosen !== undefined}>
      {unchosen !== undefined && (
        <option value="" selected={value === undefined || value === ''}>
          {unchosen}
        </option>
      )}
      {values.map((one) => (
        <option value={one} selected={one === value}>
          {one}
        </option>
      ))}
    </select>
  </div>
)

/** Why a form was refused: what happened, what to do, and every issue. These texts are in English, as those of the API. */
export const NotDone: FC<PageProps & { problem: Problem; lead?: string; children?: Child }> = ({
  page,
  problem,
  lead = page.texts.account.faults.unchanged,
  children,
}) => {
  const { detail, hint, issues = [] } = problem
  return (
    <div class="notice bad" role="alert">
      <p>
        <strong>{lead}</strong>
      </p>
      <div lang="en">
        <p>{lineOf(detail)}</p>
        {hint !== undefined && <p>{lineOf(hint)}</p>}
        <IssueList issues={issues} />
      </div>
      {children}
    </div>
  )
}

/** What was done, after the form that did it. The address names it, so that only known words are shown. */
export const Done: FC<PageProps & { done: string | undefined }> = ({ page, done = '' }) => {
  const { done: texts } = page.texts.account
  return Object.hasOwn(texts, done) ? (
    <div class="notice good" role="status">
      <p>{texts[done]}</p>
    </div>
  ) : null
}
