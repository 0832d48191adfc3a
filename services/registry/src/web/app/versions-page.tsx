import type { FC } from 'hono/jsx'
import { dayOf, lineOf } from '../parts/shown-text.ts'
import { VersionState } from '../parts/version-state.tsx'
import { AppFrame } from './app-frame.tsx'
import { CompareForm } from './compare-page.tsx'
import type { AppProps } from './shown-app.ts'

/** `/apps/{name}/versions`: every version, with what happened to it. */
export const VersionsPage: FC<AppProps> = ({ page, app }) => {
  const { root, texts } = page
  const { document, publishedBy } = app
  const { name, versions, dist_tags: tags } = document
  const before = versions[versions.findIndex(({ version }) => version === document.latest) + 1]
  const title = texts.app.versionsTitle(lineOf(document.display_name))
  const pathOf = (version: string): string =>
    page.isStatic && version === document.latest
      ? `apps/${encodeURIComponent(name)}`
      : `apps/${encodeURIComponent(name)}/${encodeURIComponent(version)}`
  return (
    <AppFrame page={page} app={app} title={title} tab="versions">
      <h2>{title}</h2>
      {!page.isStatic && before !== undefined && app.version !== undefined && (
        <CompareForm page={page} app={app} from={before.version} to={document.latest} />
      )}
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.app.version}</th>
              <th scope="col">{texts.app.published}</th>
              <th scope="col">{texts.app.digest}</th>
            </tr>
          </thead>
          <tbody>
            {versions.map(({ version, published_at, digest, program_version: program, ...entry }) => (
              <tr>
                <th scope="row">
                  <a href={`${root}/${pathOf(version)}`}>{version}</a>{' '}
                  {Object.entries(tags)
                    .filter(([, tagged]) => tagged === version)
                    .map(([tag]) => (
                      <span class="tag passed">{tag === 'latest' ? texts.app.latest : tag}</span>
                    ))}
                  {program !== null && program !== version && (
                    <div>{texts.app.ofProgram(lineOf(program))}</div>
                  )}
                </th>
                <td>
                  {published_at !== null && dayOf(published_at)}{' '}
                  {publishedBy.has(version) && texts.app.by(lineOf(publishedBy.get(version) ?? ''))}
                  <VersionState page={page} entry={entry} />
                </td>
                <td class="digest">
                  <code>{digest}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </AppFrame>
  )
}
