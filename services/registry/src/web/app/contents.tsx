import type { FC } from 'hono/jsx'
import type { VersionProps } from './shown-app.ts'

/** Links to the sections of the page of an app, which is long. */
export const Contents: FC<VersionProps> = (props) => {
  const { app } = props.page.texts
  return (
    <nav class="contents small" aria-label={app.contents}>
      <ul class="tags">
        {sectionsOf(props).map(([id, title]) => (
          <li>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The sections that the page has, in its order. */
function sectionsOf({ page, app, version }: VersionProps): (readonly [id: string, title: string])[] {
  const { manifest, results, neighbors } = version
  const { app: texts, playbook } = page.texts
  const { choose = [], fixes = [], gotchas = [], instead = [] } = manifest.skill ?? {}
  const hasEffects = [manifest.run, ...(manifest.programs ?? [])].some((one) => one?.effects !== undefined)
  const hasRecipes = results !== undefined || manifest.recipes?.some(({ task }) => task !== undefined)
  const sections = [
    ['install', texts.install, app.document.removed === null],
    ['recipes', texts.recipes, hasRecipes],
    ['playbooks', playbook.ofApp, app.playbooks.length > 0],
    ['methods', texts.runs, true],
    ['requirements', texts.requirements, Object.keys(manifest.requires ?? {}).length > 0],
    ['effects', texts.effects, hasEffects],
    ['choose', texts.choose, choose.length > 0],
    ['fixes', texts.fixes, fixes.length > 0],
    ['gotchas', texts.gotchas, gotchas.length > 0],
    ['instead', texts.instead, instead.some((other) => neighbors.has(other.app))],
  ] as const
  return sections.flatMap(([id, title, isThere]) => (isThere ? [[id, title] as const] : []))
}
