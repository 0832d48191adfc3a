import { differingVersion, estimateTokens, installedPrograms, layoutAt, toLine } from '@cli-apps/core'
import type { InstalledApp } from '../installed-apps.ts'

/** The global apps' skills are in the one folder of the user. */
function rulesFor(apps: readonly InstalledApp[]): string {
  const folder = apps.find((app) => app.record !== undefined && app.skillFolder !== undefined)
  const isBehind = apps.some(
    (app) =>
      app.record !== undefined &&
      app.skillFolder === undefined &&
      layoutAt(app.record.skill.path) === 'umbrella',
  )
  const rules = base + (isBehind ? 'skills/cli-apps/references/<name>.md' : 'skills/cli-app-<name>/SKILL.md')
  return folder?.record === undefined
    ? `${rules}.`
    : `${rules}, or if it is not there ${toLine(folder.skillFolder ?? '', 300)}/cli-app-<name>/SKILL.md.`
}

const base =
  'Runs an installed command-line app by its arguments, without a shell: no pipes, globs or redirection. Run these apps ' +
  'with this tool only, not in a shell. Before the first use of an app read '

const noApp = 'No app is installed. The user can install one with `npx cli-apps install NAME`.'

/** Characters of a summary: whole, and two ways to say it in short. */
const summaryLengths = [120, 60, 30] as const
/** Names of other programs, for each length of the summary. */
const mostPrograms = [6, 4, 0] as const

interface DescribeOptions {
  /** Tokens that the description may take. */
  budget: number
  /** Whether the model has `find_cli_apps`, which then is where the others are to be found. */
  canFind: boolean
}

/**
 * Description of `run_cli_app` for the apps at hand, within the budget: with what each one is, else with that in short,
 * else by names alone, else as many names as fit and the count of the others. Apps stand in the order given, which is
 * by name: an order by use would be another text after every call, and the prompt caches that hold it would be lost.
 */
export function describeInstalled(
  apps: readonly InstalledApp[],
  { budget, canFind }: DescribeOptions,
): string {
  const rules = rulesFor(apps)
  if (apps.length === 0) return `${rules}\n${noApp}`
  const listStart = `${rules}\nInstalled apps:`
  const nameStart = `${rules}\nInstalled apps: `
  const parts = apps.map(partsOf)
  for (const level of summaryLengths.keys()) {
    const lines = parts.map(({ lines }) => lines[level] ?? nothing)
    if (costOf(listStart, lines) <= budget) return listStart + textOf(lines)
  }
  const names = parts.map(({ name }) => name)
  return costOf(nameStart, names) <= budget
    ? `${nameStart}${textOf(names).slice(2)}.`
    : someNames(names, { nameStart, budget, canFind })
}

/** A text and the tokens that it adds to what stands before it. */
interface Part {
  text: string
  tokens: number
}
const nothing: Part = { text: '', tokens: 0 }

/** An estimate stands one above the sum of its parts. */
const partOf = (text: string): Part => ({ text, tokens: estimateTokens(text) - 1 })

interface AppParts {
  /** One for each of `summaryLengths`. */
  lines: readonly Part[]
  name: Part
}

/** Counted once for each record: after a change only the changed app is counted again. */
const knownParts = new WeakMap<InstalledApp, AppParts>()

function partsOf(app: InstalledApp): AppParts {
  const known = knownParts.get(app)
  if (known !== undefined) return known
  const parts = {
    lines: summaryLengths.map((length, level) =>
      partOf(
        `\n- ${app.name}${level === 0 ? versionOf(app) : ''}: ${summaryOf(app, length)}${programsOf(app, mostPrograms[level] ?? 0)}`,
      ),
    ),
    name: partOf(`, ${app.name}`),
  }
  knownParts.set(app, parts)
  return parts
}

const summaryOf = ({ record }: InstalledApp, length: number): string =>
  record === undefined ? damaged : cut(toLine(record.manifest.summary, 120), length)

/** Only where the program is of another version than its entry: each token is paid in every request. */
function versionOf({ record }: InstalledApp): string {
  const version = record && differingVersion(record)
  return version === undefined ? '' : ` ${toLine(version, 120)}`
}

/** The installed programs besides the entry point, by which calls may name them. */
function programsOf({ record }: InstalledApp, most: number): string {
  const names = record === undefined ? [] : installedPrograms(record).flatMap(({ called }) => called ?? [])
  if (names.length === 0 || most === 0) return ''
  const more = names.length > most ? `, ${names.length - most} more` : ''
  return ` (program: ${names.slice(0, most).join(', ')}${more})`
}

const damaged = 'its install record is damaged; the user can run `npx cli-apps doctor`'

/** Cut between words where there are any. */
function cut(summary: string, length: number): string {
  if (summary.length <= length) return summary
  const start = toLine(summary, length).replace(/…$/u, '')
  const space = start.lastIndexOf(' ')
  return `${(space > length / 2 ? start.slice(0, space) : start).replace(/[\s,;:，；：、]+$/u, '')}…`
}

const costOf = (start: string, parts: readonly Part[]): number =>
  parts.reduce((sum, { tokens }) => sum + tokens, estimateTokens(start))

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('')

function someNames(
  names: readonly Part[],
  { nameStart, budget, canFind }: DescribeOptions & { nameStart: string },
): string {
  const others = canFind ? othersToFind : othersInFiles
  let remaining = budget - estimateTokens(nameStart + others(names.length))
  const shown = names.findIndex(({ tokens }) => {
    remaining -= tokens
    return remaining < 0
  })
  const count = shown === -1 ? names.length : shown
  return `${nameStart}${textOf(names.slice(0, count)).slice(2)}${others(names.length - count)}`
}

const othersToFind = (count: number): string =>
  ` and ${count} more; find_cli_apps finds them by name or by what is to be done.`

const othersInFiles = (count: number): string =>
  ` and ${count} more: each file in .cli-apps/apps is one, and \`npx cli-apps list\` names them all.`
