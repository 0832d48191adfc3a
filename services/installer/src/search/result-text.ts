import {
  type Availability,
  type FoundApp,
  type FoundPlaybook,
  localized,
  readerLocale,
  runWords,
  t,
} from '@cli-apps/core'
import { shellWord } from '../shims/shell-word.ts'
import type { AppHere } from './availabilities.ts'

/** Writes what a search found: for each app one line, then the tasks that fit with their calls; playbooks at the end. */
export const resultText = (apps: readonly AppHere[], playbooks: readonly FoundPlaybook[]): string =>
  [
    ...apps.flatMap((app) => [headLine(app), ...(app.recipes ?? []).flatMap(recipeLines)]),
    ...(playbooks.length === 0 ? [] : [t('search.playbooks', 'With several apps:')]),
    ...playbooks.flatMap(playbookLines),
  ].join('\n')

const playbookLines = (playbook: FoundPlaybook): string[] => [
  `    ${localized(playbook, readerLocale()).task}  (${playbook.apps.join(', ')})`,
  `      npx cli-apps playbook show ${playbook.name}`,
]

function headLine(app: AppHere): string {
  const { name, latest, summary } = localized(app, readerLocale())
  const state = app.availability === undefined ? '' : `  [${availabilityText(app.availability)}]`
  return `${name} ${latest}  ${summary}${state}`
}

export function availabilityText({ state, method, reason = '' }: Availability): string {
  switch (state) {
    case 'installed':
      return t('search.installed', 'installed')
    case 'installable':
      return t('search.installable', 'installable with {method}, without root', { method: String(method) })
    case 'needs-root':
      return t('search.needs-root', 'needs root: {method}', { method: String(method) })
    case 'unavailable':
      return t('search.unavailable', 'not on this machine: {reason}', { reason })
  }
}

type FoundRecipe = NonNullable<FoundApp['recipes']>[number]

function recipeLines(recipe: FoundRecipe): string[] {
  const { task } = localized(recipe, readerLocale())
  const needs = recipe.needs === undefined ? [] : [needsText(recipe.needs)]
  const input = recipe.call.stdin === undefined ? [] : [t('search.stdin', 'reads standard input')]
  const marks = [...needs, ...input]
  return [
    `    ${task}${marks.length === 0 ? '' : `  (${marks.join(', ')})`}`,
    `      ${callText(recipe.call)}`,
  ]
}

const needsText = (needs: readonly string[]): string =>
  t('search.needs', 'needs {needs}', { needs: needs.join(', ') })

/** A call as a person types it: what runs is the app, in its sandbox, and not a program of the same name on PATH. */
export const callText = ({ name, ...call }: FoundRecipe['call']): string =>
  ['npx', 'cli-apps', ...runWords(name, call)].map(shellWord).join(' ')
