import { type Availability, type FoundApp, localized, readerLocale, t } from '@cli-apps/core'
import type { AppHere } from './availabilities.ts'

/** Writes what a search found: for each app one line, then the tasks that fit with their calls. */
export const resultText = (apps: readonly AppHere[]): string =>
  apps.map((app) => [headLine(app), ...(app.recipes ?? []).flatMap(recipeLines)].join('\n')).join('\n')

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
  const needs =
    recipe.needs === undefined
      ? ''
      : `  (${t('search.needs', 'needs {needs}', { needs: recipe.needs.join(', ') })})`
  return [`    ${task}${needs}`, `      ${callText(recipe.call)}`]
}

/** A call as a person would type it in a shell. */
function callText({ pipe = [], stdin_file: from, stdout_file: to, ...first }: FoundRecipe['call']): string {
  const stages = [first, ...pipe].map(({ name, program, args }) =>
    [program ?? name, ...args].map(word).join(' '),
  )
  const input = from === undefined ? '' : ` < ${word(from)}`
  const [head = '', ...rest] = stages
  return [head + input, ...rest].join(' | ') + (to === undefined ? '' : ` > ${word(to)}`)
}

const word = (text: string): string =>
  /^[\w@%+=:,./{}-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`).replaceAll('\n', ' ')}'`
