import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'

/** A search field that works without scripts. With scripts, results appear while one types, where the page shows them. */
export const SearchForm: FC<
  PageProps & { id: string; query?: string | undefined; isLarge?: boolean; isLive?: boolean }
> = ({ page: { root, texts }, id, query, isLarge, isLive }) => (
  <search>
    <form
      class={isLarge ? 'search large' : 'search'}
      action={`${root}/apps`}
      method="get"
      data-live={isLive ? 'home' : undefined}
    >
      <label class="unseen" for={id}>
        {texts.site.searchLabel}
      </label>
      <input
        id={id}
        type="search"
        name="q"
        value={query}
        placeholder={isLarge ? texts.site.placeholder : texts.site.searchLabel}
        maxlength={200}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
      />
      <button type="submit">{texts.site.search}</button>
    </form>
  </search>
)
