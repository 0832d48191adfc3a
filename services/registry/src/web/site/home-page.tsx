import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { AppList, type CardApp, categoryName } from '../parts/app-list.tsx'
import { CopiedCommand } from '../parts/copied-command.tsx'
import { SearchForm } from '../parts/search-form.tsx'
import { SearchResults } from '../parts/search-results.tsx'
import { WholeWords } from '../parts/whole-words.tsx'

interface HomeProps extends PageProps {
  /** Number of apps. */
  count: number
  categories: readonly { name: string; count: number }[]
  /** The newest versions, or apps whose recipes were run where nothing is known to be new. */
  shown: { kind: 'newest' | 'tried'; apps: readonly CardApp[] }
}

/** `/`: what this registry is, a search, and links to everything else. */
export const HomePage: FC<HomeProps> = ({ page, count, categories, shown }) => {
  const { root, texts } = page
  const { home } = texts
  return (
    <Layout title={home.title} page={page} hasSearch>
      <div class="hero">
        <div>
          <h1>{home.title}</h1>
          <p class="lead">{home.lead(count)}</p>
          <SearchForm page={page} id="search" isLarge isLive />
          <ul class="tags" aria-label={home.try}>
            <li class="quiet small">{home.try}</li>
            {home.tasks.map((task) => (
              <li>
                <a class="tag" href={`${root}/apps?q=${encodeURIComponent(task)}`}>
                  {task}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <Panel page={page} />
      </div>
      <SearchResults page={page} />
      {categories.length > 0 && (
        <section>
          <h2>{home.categories}</h2>
          <ul class="categories">
            {categories.map(({ name, count }) => (
              <li>
                <a href={`${root}/apps?category=${encodeURIComponent(name)}`}>
                  {categoryName(page, name)} <span>{texts.number(count)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Steps page={page} />
      {shown.apps.length > 0 && (
        <section>
          <div class="heading">
            <h2>{home[shown.kind]}</h2>
            <a href={shown.kind === 'newest' ? `${root}/apps?sort=updated` : `${root}/apps`}>{home.all}</a>
          </div>
          <AppList page={page} apps={shown.apps} isWide />
        </section>
      )}
      <Use page={page} />
    </Layout>
  )
}

/** What a person types, what an agent reads, and what it calls. */
const Panel: FC<PageProps> = ({ page: { texts, address } }) => (
  <figure class="panel">
    <figcaption class="unseen">{texts.home.steps}</figcaption>
    <p>{texts.home.youRun}</p>
    <pre>
      <code>
        <b>$</b> <WholeWords text={`npx cli-apps install jq --registry ${address}`} />
      </code>
    </pre>
    <p class="note">{texts.app.installNote}</p>
    <p>{texts.home.agentReads}</p>
    <pre>
      <code>skills/cli-app-jq/SKILL.md</code>
    </pre>
    <p>{texts.home.agentCalls}</p>
    <pre>
      <code>
        <b>run_cli_app</b>
        {' {"name": "jq",\n "args": ["-r", ".user.name", "data.json"]}'}
      </code>
    </pre>
  </figure>
)

const Steps: FC<PageProps> = ({ page: { root, texts } }) => {
  const { home } = texts
  return (
    <section>
      <div class="heading">
        <h2>{home.steps}</h2>
        <a href={`${root}/how-it-works`}>{texts.site.how}</a>
      </div>
      <div class="columns three steps">
        <section>
          <h3>{home.install}</h3>
          <p class="quiet">{home.installText}</p>
        </section>
        <section>
          <h3>{home.skill}</h3>
          <p class="quiet">{home.skillText}</p>
        </section>
        <section>
          <h3>{home.run}</h3>
          <p class="quiet">{home.runText}</p>
        </section>
      </div>
    </section>
  )
}

const Use: FC<PageProps> = ({ page }) => {
  const { root, texts, address } = page
  const { home } = texts
  return (
    <div class="columns two">
      <section>
        <h2>{home.use}</h2>
        <CopiedCommand
          page={page}
          command={`npx cli-apps search ${quoted(home.tasks[2] ?? 'json')} --registry ${address}`}
        />
        <CopiedCommand page={page} command={`npx cli-apps install prettier --registry ${address}`} />
      </section>
      <section>
        <h2>{home.programs}</h2>
        <dl class="facts">
          {!page.isStatic && (
            <>
              <dt>HTTP</dt>
              <dd>
                <a href={`${root}/docs`}>{texts.how.api}</a>
              </dd>
              <dt>MCP</dt>
              <dd>
                {home.tools} search_apps, get_app, resolve_app: <code>{`${address}/mcp`}</code>
              </dd>
            </>
          )}
          <dt>JSON</dt>
          <dd>
            <a href={`${root}/v1/index.json`}>{home.index}</a>,{' '}
            <a href={`${root}/v1/schema/app.json`}>{home.schema}</a>,{' '}
            <a href={`${root}/v1/keys.json`}>{home.keys}</a>
          </dd>
        </dl>
      </section>
    </div>
  )
}

const quoted = (words: string): string => (/\s/.test(words) ? `"${words}"` : words)
