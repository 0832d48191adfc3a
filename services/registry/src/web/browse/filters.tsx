import { Category, MethodKind, Platform } from '@cli-apps/core'
import type { Child, FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { categoryName } from '../parts/app-list.tsx'

/** The values of the form, as they stand in the address. */
export interface ShownFilters {
  q?: string | undefined
  category?: string | undefined
  platform?: string | undefined
  method?: string | undefined
  effect?: string | undefined
  /** Whether only apps that install without root on the visitor's platform are listed. */
  here?: boolean | undefined
  tag?: string | undefined
}

interface FiltersProps extends PageProps {
  filters: ShownFilters
  here: string | undefined
  children?: Child
}

/** The search and the filters in one form, beside what they find. */
export const Filters: FC<FiltersProps> = ({ page, filters, here, children }) => {
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
            value={filters.q}
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
            <Choices page={page} filters={filters} />
            <Here page={page} filters={filters} here={here} />
            {filters.tag !== undefined && <input type="hidden" name="tag" value={filters.tag} />}
            <Acts page={page} filters={filters} />
          </div>
        </fieldset>
        {children}
      </div>
    </form>
  )
}

const effects = ['read', 'write', 'destructive'] as const
/** `adopted` is for programs of one workspace, which no registry has. */
const methods = MethodKind.options.filter((name) => name !== 'adopted')

type Part = Pick<FiltersProps, 'page' | 'filters'>

const Choices: FC<Part> = ({ page, filters }) => {
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
          value={filters[name]}
          options={options.map((option) => [option, textOf(option)])}
        />
      ))}
    </>
  )
}

const Here: FC<Omit<FiltersProps, 'children'>> = ({ page, filters, here }) => {
  const { browse } = page.texts
  const unknown = filters.here ? browse.hereUnknown : browse.hereHint
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          name="here"
          value="yes"
          checked={filters.here === true}
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

const Acts: FC<Part> = ({ page: { root, texts }, filters }) => {
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'q' && value)
  const query = filters.q === undefined ? '' : `?q=${encodeURIComponent(filters.q)}`
  return (
    <div class="acts">
      <button type="submit">{texts.browse.apply}</button>
      {isFiltered && <a href={`${root}/apps${query}`}>{texts.browse.clear}</a>}
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
