import { type FoundApp, localized, type TextRange } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { Page, PageProps } from '../page.ts'
import { CallLine } from './call-line.tsx'
import { calledProgram } from './call-text.ts'
import { Highlighted } from './highlighted.tsx'
import { lineOf } from './shown-text.ts'
import { systemsOf } from './systems.ts'
import { Tile } from './tile.tsx'

/** An app of a list; the rest is there after a search. */
export interface CardApp extends FoundApp {
  recipe_runs?: { passed: number; run: number } | undefined
  called_programs?: Readonly<Record<string, string>> | undefined
  highlights?: { display_name: readonly TextRange[]; summary: readonly TextRange[] }
}

interface ListProps extends PageProps {
  apps: readonly CardApp[]
  isWide?: boolean
}

export const AppList: FC<ListProps> = ({ page, apps, isWide }) => (
  <ul class={isWide ? 'apps wide' : 'apps'}>
    {apps.map((app) => (
      <AppCard page={page} app={app} />
    ))}
  </ul>
)

const AppCard: FC<PageProps & { app: CardApp }> = ({ page, app }) => {
  const { root, texts, language } = page
  const shown = localized<Pick<CardApp, 'display_name' | 'summary' | 'i18n'>>(app, language)
  const isTranslated = shown.summary !== app.summary
  const [recipe] = app.recipes ?? []
  return (
    <li class="card">
      <Tile name={app.name} category={app.category} />
      <div>
        <h3>
          <a href={`${root}/apps/${encodeURIComponent(app.name)}`}>
            <Highlighted
              text={shown.display_name}
              ranges={isTranslated ? [] : app.highlights?.display_name}
            />
          </a>
          <code>{`${app.name}@${app.latest}`}</code>
        </h3>
        <p>
          <Highlighted text={shown.summary} ranges={isTranslated ? [] : app.highlights?.summary} />
        </p>
        <ul class="tags">
          <li>
            <a class="tag" href={`${root}/apps?category=${encodeURIComponent(app.category)}`}>
              {categoryName(page, app.category)}
            </a>
          </li>
          {methodsOf(app).map((method) => (
            <li>
              <span class="tag mono">{method}</span>
            </li>
          ))}
        </ul>
        <Facts page={page} app={app} />
        {recipe !== undefined && (
          <>
            <p class="task quiet">
              {texts.browse.recipe}:{' '}
              {lineOf(localized<{ task: string; i18n?: typeof recipe.i18n }>(recipe, language).task)}
            </p>
            <CallLine
              call={recipe.call}
              program={recipe.call.program ?? calledProgram(app.called_programs, recipe.call.name)}
              programs={app.called_programs}
              placeholders={recipe.placeholders ?? {}}
            />
          </>
        )}
      </div>
    </li>
  )
}

/** The systems that it runs on, and whether its recipes did. */
const Facts: FC<PageProps & { app: CardApp }> = ({ page: { texts }, app }) => {
  const systems = systemsOf(app.install ?? [])
  const runs = app.recipe_runs
  if (systems.length === 0 && runs === undefined) return null
  return (
    <p class="quiet small">
      {[
        ...(systems.length === 0 ? [] : [systems.join(texts.app.comma)]),
        ...(runs === undefined ? [] : [texts.app.verified(runs.passed, runs.run)]),
      ].join(' · ')}
    </p>
  )
}

const methodsOf = ({ install = [] }: CardApp): string[] => [...new Set(install.map(({ method }) => method))]

/** The name of a category in the language of the page. */
export const categoryName = ({ texts }: Page, category: string): string =>
  Object.hasOwn(texts.categories, category) ? (texts.categories[category] ?? category) : lineOf(category)
