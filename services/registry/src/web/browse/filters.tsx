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
  const { browse } = texts
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'q' && value)
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
          <legend class="unseen">{browse.filters}</legend>
          <div class="fields">
            <Choice
              page={page}
              name="category"
              label={browse.category}
              value={filters.category}
              options={Category.options.map((name) => [name, categoryName(page, name)])}
            />
            <Choice
              page={page}
              name="platform"
              label={browse.platform}
              value={filters.platform}
              options={Platform.options.map((name) => [name, name])}
            />
            <Choice
              page={page}
              name="method"
              label={browse.method}
              value={filters.method}
              options={MethodKind.options.filter((name) => name !== 'adopted').map((name) => [name, name])}
            />
            <Choice
              page={page}
              name="effect"
              label={browse.effect}
              value={filters.effect}
              options={effects.map((name) => [name, texts.app.effectNames[name] ?? name])}
            />
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
              {here !== undefined
                ? browse.hereNote(here)
                : filters.here
                  ? browse.hereUnknown
                  : browse.hereHint}
            </p>
            {filters.tag !== undefined && <input type="hidden" name="tag" value={filters.tag} />}
            <div class="acts">
              <button type="submit">{browse.apply}</button>
              {isFiltered && (
                <a
                  href={`${root}/apps${filters.q === undefined ? '' : `?q=${encodeURIComponent(filters.q)}`}`}
                >
                  {browse.clear}
                </a>
              )}
            </div>
          </div>
        </fieldset>
        {children}
      </div>
    </form>
  )
}

const effects = ['read', 'write', 'destructive'] as const

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
