import { localized, type PlaybookStep, registryPaths } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import { CopiedCommand } from '../parts/copied-command.tsx'
import { lineOf } from '../parts/shown-text.ts'
import { TextBlock } from '../parts/text-block.tsx'
import type { PlaybookProps } from './shown-playbook.ts'
import { StepCard } from './step-card.tsx'

type Task = Pick<PlaybookStep, 'task' | 'i18n'>

/** `/playbooks/{name}`: a task for several apps, with its calls in order. */
export const StepsPage: FC<PlaybookProps> = ({ page, playbook }) => {
  const { texts, language, address } = page
  const { document, apps } = playbook
  const { name, files = {}, steps } = document.playbook
  const title = lineOf(localized<Task>(document.playbook, language).task)
  return (
    <Layout title={title} page={page} description={title}>
      <h1>{title}</h1>
      <p class="quiet mono">{name}</p>
      <AppTags page={page} playbook={playbook} />
      <Proof page={page} playbook={playbook} />
      <section id="add">
        <h2>{texts.playbook.add}</h2>
        <CopiedCommand page={page} command={`npx cli-apps playbook add ${name} --registry ${address}`} />
        <p class="quiet small">{texts.playbook.addNote}</p>
        <p class="quiet small">{texts.playbook.install}</p>
        <CopiedCommand
          page={page}
          command={`npx cli-apps install ${apps.map((app) => app.name).join(' ')} --registry ${address}`}
        />
        <p class="quiet small">{texts.app.installNote}</p>
      </section>
      <section id="steps">
        <h2>{texts.playbook.steps}</h2>
        <p class="quiet">{texts.playbook.stepsLead}</p>
        {steps.map((step, at) => (
          <StepCard page={page} playbook={playbook} step={step} number={at + 1} />
        ))}
      </section>
      {Object.keys(files).length > 0 && (
        <section id="files">
          <h2>{texts.playbook.files}</h2>
          <div class="recipe">
            {Object.entries(files).map(([file, content]) =>
              typeof content === 'string' ? (
                <TextBlock label={lineOf(file)} text={content} />
              ) : (
                <p class="label">{`${lineOf(file)}: ${texts.app.binary}`}</p>
              ),
            )}
          </div>
        </section>
      )}
      <Details page={page} playbook={playbook} />
    </Layout>
  )
}

/** The apps that it needs, with links to those that the registry lists. */
const AppTags: FC<PlaybookProps> = ({ page: { root, texts }, playbook: { apps } }) => (
  <ul class="tags" aria-label={texts.playbook.apps}>
    <li class="quiet small">{texts.playbook.apps}</li>
    {apps.map(({ name, title, isListed }) => (
      <li>
        {isListed ? (
          <a class="tag" href={`${root}/apps/${encodeURIComponent(name)}`}>
            {lineOf(title)}
          </a>
        ) : (
          <span class="tag">{lineOf(title)}</span>
        )}
      </li>
    ))}
  </ul>
)

/** "All steps passed on 2026-11-25", and on which programs. */
const Proof: FC<PlaybookProps> = ({ page: { texts }, playbook: { document } }) => {
  const { run } = document
  if (run === null) return <p class="quiet">{texts.playbook.notProved}</p>
  const programs = Object.entries(run.programs).map(([app, version]) =>
    lineOf(version === null ? app : `${app} ${version}`),
  )
  return (
    <div class="verified">
      <p>
        <strong>{texts.playbook.proved(run.date)}</strong>
      </p>
      <p class="quiet small">{`${texts.playbook.provedNote} ${programs.join(', ')}`}</p>
    </div>
  )
}

const Details: FC<PlaybookProps> = ({ page: { root, texts }, playbook: { document } }) => {
  const { name } = document.playbook
  const path = `${root}/playbooks/${encodeURIComponent(name)}`
  return (
    <section id="details">
      <h2>{texts.playbook.details}</h2>
      <dl class="facts">
        <dt>{texts.playbook.skill}</dt>
        <dd>
          <a href={`${path}/skill`}>SKILL.md</a>
        </dd>
        <dt>{texts.app.digest}</dt>
        <dd>
          <code>{document.digest}</code>
          {document.signatures.map(({ key }) => ` ${texts.playbook.signed(key)}`)}
        </dd>
        <dt>{texts.app.asJson}</dt>
        <dd>
          <a href={`${root}/${registryPaths.playbook(name)}`}>{`${name}.json`}</a>
        </dd>
      </dl>
    </section>
  )
}
