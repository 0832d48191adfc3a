import type { Filter } from '../../apps/filter-facets.ts'
import { visitorPlatform } from '../../http/pages/visitor-platform.ts'
import type { ListQuery } from '../../web/browse/list-query.ts'
import { Results } from '../../web/browse/results.tsx'
import { pageTexts } from '../../web/texts/page-texts.ts'
import { staticAddress } from '../pages/static-address.ts'
import { staticLinks } from '../pages/static-links.ts'
import { createFinder } from './find-apps.ts'

const pageSize = 20

interface Asked {
  /** The address of the list, with its query. */
  url: string
  /** The root of the site, with a slash at the end. */
  root: string
  /** The address of the page that shows the results. */
  page: string
  language: string
  /** How the browser describes itself. */
  agent: string
}

let finder: { root: string; find: ReturnType<typeof createFinder> } | undefined

/** Returns the results of a list as the server would render them, with links for this page. Runs in the browser. */
export async function find({ url, root, page, language: locale, agent }: Asked): Promise<string> {
  if (finder?.root !== root) finder = { root, find: createFinder((file) => readFrom(root, file)) }
  const query = new URL(url).searchParams
  const offset = Number(query.get('cursor') ?? 0)
  const asked = queryIn(query)
  const { apps, playbooks, total, categories } = await finder.find({
    ...filterIn(asked, agent),
    q: asked.q,
    offset,
    limit: pageSize,
  })
  const language = locale.startsWith('zh') ? 'zh' : 'en'
  const html = await (
    <Results
      page={{ root: '.', path: 'apps', language, texts: pageTexts[language], address: root, isStatic: true }}
      query={asked}
      apps={apps}
      playbooks={playbooks}
      place={{ passed: offset, total }}
      next={total > offset + pageSize ? { cursor: String(offset + pageSize) } : undefined}
      previous={offset === 0 ? undefined : offset > pageSize ? { cursor: String(offset - pageSize) } : {}}
      advice={{ nearest: [], categories }}
    />
  )
  const file = new URL(page).pathname.slice(new URL(root).pathname.length) || 'index.html'
  return staticLinks(String(html), { address: 'apps', language, file, fileOf: staticAddress })
}

/** Reads what the form of the page offers. */
function queryIn(query: URLSearchParams): ListQuery {
  const names = ['q', 'category', 'tag', 'platform', 'method', 'effect', 'here'] as const
  return Object.fromEntries(names.map((name) => [name, query.get(name)?.trim() || undefined]))
}

/** "Here" is the platform of this browser. */
function filterIn({ category, tag, method, effect, here, platform }: ListQuery, agent: string): Filter {
  const isHere = here === 'yes'
  return {
    category,
    tag,
    method,
    effect: effect as Filter['effect'],
    rootless: isHere,
    platform: platform ?? (isHere ? visitorPlatform(agent) : undefined),
  }
}

async function readFrom(root: string, file: string): Promise<string> {
  const answer = await fetch(new URL(file, root))
  if (!answer.ok) throw new Error(`${file}: status ${answer.status}`)
  return answer.text()
}
