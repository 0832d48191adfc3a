import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { blockOf } from '../parts/shown-text.ts'

interface SkillProps extends PageProps {
  name: string
  /** SKILL.md in the language of the page. */
  skill: string
}

/** `/playbooks/{name}/skill`: what an agent reads of a playbook. */
export const PlaybookSkillPage: FC<SkillProps> = ({ page, name, skill }) => {
  const { root, texts } = page
  const title = texts.playbook.skillTitle(name)
  return (
    <Layout title={title} page={page}>
      <h1>{title}</h1>
      <p class="quiet prose">
        {texts.playbook.skillLead}{' '}
        <a href={`${root}/playbooks/${encodeURIComponent(name)}`}>{texts.playbook.back}</a>
      </p>
      <pre tabindex={0}>
        <code>{blockOf(skill)}</code>
      </pre>
    </Layout>
  )
}
