import { estimateTokens, toLine } from '@cli-apps/core'
import type { InstalledApp } from '../installed-apps.ts'

const rules =
  'Runs a command-line app that is installed in this workspace, by its arguments: no shell, so no pipes, globs or ' +
  'redirection. Run these apps with this tool only; do not bypass it with a shell. Before the first use of an app read ' +
  'skills/cli-app-<name>/SKILL.md.'

const noApp = 'No app is installed. The user can install one with `npx cli-apps install NAME`.'

/**
 * Description of `run_cli_app` for the apps at hand, in at most `budget` tokens: with what each one is, else by names
 * alone, else as many names as fit and the count of the others. Apps stand in the order given.
 */
export function describeInstalled(apps: readonly InstalledApp[], budget: number): string {
  if (apps.length === 0) return `${rules}\n${noApp}`
  const described = `${rules}\nInstalled apps:\n${apps.map(describe).join('\n')}`
  if (estimateTokens(described) <= budget) return described
  const named = `${start}${apps.map(({ name }) => name).join(', ')}.`
  return estimateTokens(named) <= budget ? named : someNames(apps, budget)
}

function describe({ name, record }: InstalledApp): string {
  return `- ${name}: ${record === undefined ? damaged : toLine(record.manifest.summary, 120)}`
}

const damaged = 'its install record is damaged; the user can run `npx cli-apps doctor`'

const start = `${rules}\nInstalled apps: `

function someNames(apps: readonly InstalledApp[], budget: number): string {
  let room = budget - estimateTokens(start + others(apps.length))
  const shown: string[] = []
  for (const { name } of apps) {
    // An estimate stands one above the sum of its parts.
    room -= estimateTokens(`, ${name}`) - 1
    if (room < 0) break
    shown.push(name)
  }
  return `${start}${shown.join(', ')}${others(apps.length - shown.length)}`
}

const others = (count: number): string =>
  ` and ${count} more: each file in .cli-apps/apps is one, and \`npx cli-apps list\` names them all.`
