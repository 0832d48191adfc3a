import { agentIds, agents } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { CopiedCommand } from '../parts/copied-command.tsx'
import { PlaybookList } from '../parts/playbook-list.tsx'
import { lineOf } from '../parts/shown-text.ts'
import { Advice } from './advice.tsx'
import { AppAside } from './app-facts.tsx'
import { AppFrame, shownTexts } from './app-frame.tsx'
import { EffectsSection } from './effects-section.tsx'
import { MethodsSection } from './methods-section.tsx'
import { RecipesSection } from './recipes-section.tsx'
import { RequirementsSection } from './requirements-section.tsx'
import { type AppProps, exactName, type VersionProps } from './shown-app.ts'

/** `/apps/{name}`: what an app is for, how to get it, and what it does. */
export const OverviewPage: FC<AppProps> = ({ page, app }) => {
  return (
    <AppFrame page={page} app={app} title={lineOf(app.document.display_name)} tab="">
      <OverviewBody page={page} app={app} />
    </AppFrame>
  )
}

/** What that page shows below the name and the summary. */
export const OverviewBody: FC<AppProps> = ({ page, app }) => {
  const { version, document } = app
  const { description } = shownTexts({ page, app })
  const parts = version && { page, app, version }
  return (
    <div class="app-body">
      <div>
        <section>
          <h2 class="unseen">{page.texts.app.about}</h2>
          <p class="prose">{lineOf(description)}</p>
        </section>
        {parts !== undefined && document.removed === null && <InstallSection {...parts} />}
        {parts !== undefined && (
          <>
            <RecipesSection {...parts} />
            <PlaybooksSection page={page} app={app} />
            <MethodsSection {...parts} />
            <RequirementsSection {...parts} />
            <EffectsSection {...parts} />
            <Advice {...parts} />
          </>
        )}
      </div>
      {parts !== undefined && <AppAside {...parts} />}
    </div>
  )
}

/** Tasks that use the app together with others. */
const PlaybooksSection: FC<AppProps> = ({ page, app: { playbooks } }) =>
  playbooks.length === 0 ? null : (
    <section id="playbooks">
      <h2>{page.texts.playbook.ofApp}</h2>
      <PlaybookList page={page} playbooks={playbooks} />
    </section>
  )

const InstallSection: FC<VersionProps> = ({ page, app }) => {
  const { texts, address } = page
  const command = `npx cli-apps install ${exactName(app)} --registry ${address}`
  return (
    <section id="install">
      <h2>{texts.app.install}</h2>
      <CopiedCommand page={page} command={command} />
      <p class="quiet small">{texts.app.installNote}</p>
      <details>
        <summary>{texts.app.forAgent}</summary>
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.app.agent}</th>
                <th scope="col">{texts.app.folder}</th>
                <th scope="col">{texts.app.command}</th>
              </tr>
            </thead>
            <tbody>
              {agentIds.map((id) => (
                <tr>
                  <th scope="row">{agents[id].title}</th>
                  <td>
                    <code>{agents[id].skills}</code>
                  </td>
                  <td>
                    <CopiedCommand page={page} command={`${command} --agent ${id}`} isPrompted={false} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  )
}
