import { Category, Platform } from '@cli-apps/core'
import type { Child, FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { categoryName } from '../parts/app-list.tsx'
import { filtersOf, type ListQuery, listAddress } from './list-query.ts'

interface FiltersProps extends PageProps {
  query: ListQuery
  /** The install methods that some app has. */
  methods: readonly string[]
  here: string | undefined
  children?: Child
}

/** The search and the filters in one form, beside what they find. */
export const Filters: FC<FiltersProps> = ({ page, query, methods, here, children }) => {
  const { root, texts } = page
  return (
    <form action={`${root}/apps`} method="get" data-live="list">
      <search class="search-row">
        <div class="search large">
          <label class="unseen" for="search">
            {texts.site.searchLabel}
          </label>
          <input
            id="search"
            type="search"
            name="q"
            value={query.q}
            placeholder={texts.site.placeholder}
            maxlength={200}
            autocomplete="off"
          />
          <button type="submit">{texts.site.search}</button>
        </div>
      </search>
      <div class="browse">
        <fieldset class="filters">
          <legend class="unseen">{texts.browse.filters}</legend>
          <div class="fields">
            <Choices page={page} query={query} methods={methods} />
            <Here page={page} query={query} here={here} />
            {query.tag !== undefined && <input type="hidden" name="tag" value={query.tag} />}
            {!page.isStatic && query.sort !== undefined && (
              <input type="hidden" name="sort" value={query.sort} />
            )}
            <Acts page={page} query={query} />
          </div>
        </fieldset>
        {children}
      </div>
    </form>
  )
}

const effects = ['read', 'write', 'destructive'] as const

type Part = Pick<FiltersProps, 'page' | 'query'>

const Choices: FC<Part & Pick<FiltersProps, 'methods'>> = ({ page, query, methods }) => {
  const { browse, app } = page.texts
  const choices = [
    ['category', browse.category, Category.options, (name: string) => categoryName(page, name)],
    ['platform', browse.platform, Platform.options, (name: string) => name],
    ['method', browse.method, methods, (name: string) => name],
    ['effect', browse.effect, effects, (name: string) => app.effectNames[name] ?? name],
  ] as const
  return (
    <>
      {choices.map(([name, label, options, textOf]) => (
        <Choice
          page={page}
          name={name}
          label={label}
          value={query[name]}
          options={options.map((option) => [option, textOf(option)])}
        />
      ))}
    </>
  )
}

const Here: FC<Part & Pick<FiltersProps, 'here'>> = ({ page, query, here }) => {
  const { browse } = page.texts
  const unknown = query.here === 'yes' ? browse.hereUnknown : browse.hereHint
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          name="here"
          value="yes"
          checked={query.here === 'yes'}
          aria-describedby="here-note"
        />
        <span>{browse.here}</span>
      </label>
      <p class="quiet small" id="here-note">
        {here === undefined ? unknown : browse.hereNote(here)}
      </p>
    </>
  )
}

const Acts: FC<Part> = ({ page, query }) => {
  const { browse } = page.texts
  return (
    <div class="acts">
      <button type="submit">{browse.apply}</button>
      {filtersOf(query).length > 0 && <a href={listAddress(page, { q: query.q })}>{browse.clear}</a>}
    </div>
  )
}

interface ChoiceProps extends PageProps {
  name: string
  label: string
  value: string | undefined
  options: readonly (readonly [value: string, text: string])[]
}

const Choice: FC<ChoiceProps> = ({ page: { texts }, name, label, value, options }) => (
  <div>
    <label for={`filter-${name}`}>{label}</label>
    <select id={`filter-${name}`} name={name}>
      <option value="">{texts.browse.any}</option>
      {options.map(([option, text]) => (
        <option value={option} selected={option === value}>
          {text}
        </option>
      ))}
    </select>
  </div>
)
