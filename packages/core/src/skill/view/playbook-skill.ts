import type { AppName } from '../../manifest/app-name.ts'
import type { SkillLanguage } from '../../manifest/skill/skill-language.ts'
import type { Playbook, PlaybookStep } from '../../playbook/playbook.ts'
import { stepCall } from '../../playbook/playbook.ts'
import { playbookApps } from '../../playbook/playbook-apps.ts'
import { playbookSkillName } from '../../playbook/playbook-name.ts'
import { recipeJson } from '../call-json.ts'
import { renderFrontmatter } from '../frontmatter.ts'
import { codeSpan, safeProse } from '../safe-text.ts'
import { fillWords, type SkillWords } from '../skill-words.ts'
import { shownLines } from './shown-lines.ts'

interface PlaybookSkillFacts {
  playbook: Playbook
  /** The program of each app, which an agent's runtime requires. */
  entryPoints: Readonly<Record<AppName, string>>
  words: SkillWords
  language: SkillLanguage
  generator: { version: string }
}

/** Renders the SKILL.md of a playbook: what it needs, then its calls in order, each with what it prints. */
export function renderPlaybookSkill({
  playbook,
  entryPoints,
  words,
  language,
  generator,
}: PlaybookSkillFacts): string {
  const apps = playbookApps(playbook)
  const task = taskIn(playbook, language)
  const bins = apps.map((app) => entryPoints[app] ?? app)
  const front = renderFrontmatter({
    name: playbookSkillName(playbook.name),
    description: fillWords(words.playbookDescription, { task, apps: apps.join(words.comma) }),
    metadata: {
      'cli-apps': JSON.stringify({ requires: { bins } }),
      'generator-version': generator.version,
      language,
    },
  })
  const examples = Object.values(playbook.placeholders ?? {}).map(({ example }) => codeSpan(example, 80))
  const files = Object.entries(playbook.files ?? {}).flatMap(([file, content]) =>
    typeof content === 'string' && content.length <= mostInput
      ? shownLines(fillWords(words.input, { file: codeSpan(file, 100) }), content, words)
      : [],
  )
  const steps = playbook.steps.flatMap((step, at) => stepLines(playbook, step, at + 1, { words, language }))
  return [
    front,
    `# ${safeProse(task, 120)}`,
    '',
    fillWords(words.playbookApps, {
      apps: apps.map((app) => codeSpan(app, 64)).join(words.comma),
      command: codeSpan(`npx cli-apps install ${apps.join(' ')}`, 500),
    }),
    '',
    words.playbookCalls,
    ...(examples.length === 0
      ? []
      : ['', fillWords(words.playbookValues, { values: examples.join(words.comma) })]),
    '',
    ...steps,
    ...(files.length === 0
      ? []
      : ['', `## ${words.playbookFiles}`, '', ...files.map((line) => line.replace(/^ {2}/, ''))]),
    '',
  ].join('\n')
}

/** Longer files say little about how to write one. */
const mostInput = 400

const taskIn = ({ task, i18n }: Pick<Playbook, 'task' | 'i18n'>, language: SkillLanguage): string =>
  i18n?.[language]?.task ?? task

function stepLines(
  playbook: Playbook,
  step: PlaybookStep,
  number: number,
  { words, language }: Pick<PlaybookSkillFacts, 'words' | 'language'>,
): string[] {
  const { name, ...call } = stepCall(playbook, step)
  const { exit = 0, file } = step.expect ?? {}
  const writes = file === undefined ? '' : fillWords(words.playbookWrites, { file: codeSpan(file, 100) })
  const ends = exit === 0 ? '' : fillWords(words.playbookEnds, { status: String(exit) })
  const marks = [writes, ends].filter((mark) => mark !== '').join(words.comma)
  const mark = marks === '' ? '' : fillWords(words.marks, { marks })
  return [
    `${number}. ${safeProse(taskIn(step, language), 120)}${mark}${words.colon}\`${recipeJson(name, call)}\``,
    ...(step.shows === undefined
      ? []
      : shownLines(words.prints, step.shows, words).map((line) => ` ${line}`.trimEnd())),
  ]
}
