import type { FC } from 'hono/jsx'
import { PlaybookList } from '../parts/playbook-list.tsx'
import { lineOf } from '../parts/shown-text.ts'
import { Advice } from './advice.tsx'
import { AppAside } from './app-facts.tsx'
import { AppFrame, shownTexts } from './app-frame.tsx'
import { Contents } from './contents.tsx'
import { EffectsSection } from './effects-section.tsx'
import { InstallSection } from './install-section.tsx'
import { MethodsSection } from './methods-section.tsx'
import { RecipesSection } from './recipes-section.tsx'
import { RequirementsSection } from './requirements-section.tsx'
import type { AppProps } from './shown-app.ts'

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
        {parts !== undefined && <Contents {...parts} />}
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
