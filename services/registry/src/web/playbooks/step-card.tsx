import { exampleValues, localized, type PlaybookStep } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import { CopiedCall } from '../parts/call-line.tsx'
import { lineOf } from '../parts/shown-text.ts'
import { TextBlock } from '../parts/text-block.tsx'
import type { PlaybookProps } from './shown-playbook.ts'

interface StepProps extends PlaybookProps {
  step: PlaybookStep
  /** From 1. */
  number: number
}

/** One call of a playbook, with what it reads and what is expected of it. */
export const StepCard: FC<StepProps> = ({ page, playbook, step, number }) => {
  const { root, texts, language } = page
  const { call, expect = {}, shows } = step
  const programs = Object.fromEntries(playbook.apps.map(({ name, program }) => [name, program]))
  const app = playbook.apps.find(({ name }) => name === step.app)
  const { task } = localized<Pick<PlaybookStep, 'task' | 'i18n'>>(step, language)
  const marks = [
    ...(expect.file === undefined ? [] : [texts.playbook.writes(lineOf(expect.file))]),
    ...(expect.exit === undefined || expect.exit === 0 ? [] : [texts.playbook.ends(expect.exit)]),
  ]
  return (
    <article class="recipe">
      <h3>
        {`${number}. ${lineOf(task)}`}
        <span class="tags">
          {app?.isListed === true ? (
            <a class="tag mono" href={`${root}/apps/${encodeURIComponent(step.app)}`}>
              {step.app}
            </a>
          ) : (
            <span class="tag mono">{step.app}</span>
          )}
        </span>
      </h3>
      <CopiedCall
        page={page}
        task={lineOf(task)}
        call={call}
        program={lineOf(call.program ?? app?.program ?? step.app)}
        programs={programs}
        placeholders={exampleValues(playbook.document.playbook.placeholders)}
      />
      {call.stdin !== undefined && <TextBlock label={texts.app.input} text={call.stdin} />}
      {shows !== undefined && <TextBlock label={texts.app.prints} text={shows} />}
      {shows === undefined && expect.stdout_contains !== undefined && (
        <TextBlock label={texts.playbook.contains} text={expect.stdout_contains} />
      )}
      {marks.length > 0 && <p class="label">{marks.join(' · ')}</p>}
    </article>
  )
}
