import { registryPaths } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { CopiedCommand } from '../parts/copied-command.tsx'
import { blockOf, lineOf } from '../parts/shown-text.ts'
import { AppFrame, skillTokens } from './app-frame.tsx'
import { exactName, type VersionProps } from './shown-app.ts'

/** `/apps/{name}/skill`: SKILL.md as an agent reads it. */
export const SkillTextPage: FC<VersionProps> = ({ page, app, version }) => {
  const { root, texts } = page
  const { name, display_name } = app.document
  const title = texts.app.skillTitle(lineOf(display_name))
  return (
    <AppFrame page={page} app={app} title={title} tab="skill">
      <div class="heading">
        <h2>{title}</h2>
        <p class="quiet">
          {skillTokens(page, version.skill)} ·{' '}
          <a href={`${root}/${registryPaths.skill(name, version.entry.version)}`}>SKILL.md</a>
        </p>
      </div>
      <p class="quiet prose">{texts.app.skillLead}</p>
      {exactName(app) === name && app.document.removed === null && (
        <>
          <CopiedCommand
            page={page}
            command={`npx skills add ${page.address}/apps/${encodeURIComponent(name)}`}
          />
          <p class="quiet small">{texts.app.skillsNote}</p>
        </>
      )}
      <pre tabindex={0} lang="en">
        <code>{blockOf(version.skill)}</code>
      </pre>
    </AppFrame>
  )
}
