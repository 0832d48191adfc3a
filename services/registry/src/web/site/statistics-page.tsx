import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { categoryName } from '../parts/app-list.tsx'

interface Share {
  name: string
  count: number
}

interface StatisticsProps extends PageProps {
  statistics: {
    apps: number
    totals: { versions: number; publishers: number; downloads: number; trees: number; results: number }
    categories: readonly Share[]
    methods: readonly Share[]
    platforms: readonly (Share & { rootless: number })[]
    effects: readonly Share[]
    recipes: { passed: number; failed: number; notRun: number }
  }
}

/** `/statistics`: the catalog in numbers. */
export const StatisticsPage: FC<StatisticsProps> = ({ page, statistics }) => {
  const { texts } = page
  const words = texts.statistics
  const { categories } = statistics
  return (
    <Layout title={words.title} page={page}>
      <h1>{words.title}</h1>
      <Totals page={page} statistics={statistics} />
      <div class="columns two">
        <div>
          <Bars
            page={page}
            title={words.categories}
            total={Math.max(...categories.map(({ count }) => count))}
            shares={categories}
            nameOf={(name) => categoryName(page, name)}
            filter="category"
          />
        </div>
        <Installation page={page} statistics={statistics} />
      </div>
      <p class="quiet small">{words.note}</p>
    </Layout>
  )
}

const Totals: FC<StatisticsProps> = ({ page: { texts }, statistics: { apps, totals } }) => {
  const words = texts.statistics
  const numbers = [
    [apps, words.apps],
    [totals.versions, words.versions],
    [totals.publishers, words.publishers],
    [totals.downloads, words.downloads],
    [totals.trees, words.trees],
    [totals.results, words.results],
  ] as const
  return (
    <dl class="numbers">
      {numbers.map(
        ([count, name]) =>
          count > 0 && (
            <div>
              <dt>{name}</dt>
              <dd>{texts.number(count)}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** Apps that declare no effects; no filter finds them. */
const undeclared = ''

const Installation: FC<StatisticsProps> = ({ page, statistics }) => {
  const { apps, methods, platforms, effects, recipes, totals } = statistics
  const { statistics: words, app } = page.texts
  const declared = effects.reduce((sum, { count }) => sum + count, 0)
  return (
    <div>
      <Bars page={page} title={words.methods} total={apps} shares={methods} filter="method" />
      <Bars
        page={page}
        title={words.platforms}
        total={apps}
        shares={platforms}
        filter="platform"
        note={words.rootless}
      />
      <Bars
        page={page}
        title={words.effects}
        total={apps}
        shares={[...effects, { name: undeclared, count: apps - declared }]}
        nameOf={(name) => (name === undeclared ? words.undeclared : (app.effectNames[name] ?? name))}
        filter="effect"
      />
      {totals.results > 0 && (
        <Bars
          page={page}
          title={words.recipes}
          total={recipes.passed + recipes.failed + recipes.notRun}
          shares={[
            { name: words.passed, count: recipes.passed },
            { name: words.failed, count: recipes.failed },
            { name: words.notRun, count: recipes.notRun },
          ]}
        />
      )}
    </div>
  )
}

interface BarsProps extends PageProps {
  title: string
  total: number
  shares: readonly (Share & { rootless?: number })[]
  nameOf?: (name: string) => string
  /** The filter of the list that each row links to. */
  filter?: string
  /** What the smaller number of each row counts. */
  note?: string
}

const Bars: FC<BarsProps> = ({
  page: { root, texts },
  title,
  total,
  shares,
  nameOf = (name) => name,
  filter,
  note,
}) =>
  shares.length === 0 ? null : (
    <section>
      <h2>{title}</h2>
      <table class="bars">
        <tbody>
          {shares
            .filter(({ name, count }) => name !== undeclared || count > 0)
            .map(({ name, count, rootless }) => (
              <tr>
                <th scope="row">
                  {filter === undefined || name === undeclared ? (
                    nameOf(name)
                  ) : (
                    <a href={`${root}/apps?${filter}=${encodeURIComponent(name)}`}>{nameOf(name)}</a>
                  )}
                </th>
                <td>
                  <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                    <rect class="ground" width="100" height="8" />
                    <rect width={percent(count, total)} height="8" />
                    {rootless !== undefined && (
                      <rect class="second" y="5" width={percent(rootless, total)} height="3" />
                    )}
                  </svg>
                </td>
                <td class="n">
                  {texts.number(count)}
                  {rootless !== undefined && ` (${texts.number(rootless)} ${note})`}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )

const percent = (count: number, total: number): string =>
  total === 0 ? '0' : ((count / total) * 100).toFixed(1)
