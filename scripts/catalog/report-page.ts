import { Category, MethodKind } from '@cli-apps/core'
import { countCatalog, isBundled } from './count-catalog.ts'
import type { CatalogEntry } from './entries.ts'
import type { Trial, TrialLog } from './trial-log.ts'

/** `docs/catalog-report.md`: what is known of every entry, from the catalogue and the log of its trials. */
export function reportPage(entries: readonly CatalogEntry[], log: TrialLog): string {
  const trials = new Map(log.trials.map((trial) => [`${trial.name} ${trial.digest}`, trial]))
  const rows = entries.map((entry): Row => ({ entry, trial: trials.get(`${entry.name} ${entry.digest}`) }))
  const sections = [
    '<!-- Made by `npm run docs` of catalog/ and catalog-report.json, which `npm run catalog:smoke` keeps. -->',
    '# Report on the catalogue',
    totals(entries, log),
    runLines(log),
    `## Categories\n\n${table(['category', 'apps', 'proven'], categoryRows(rows))}`,
    `## Methods\n\n${methodsText}\n\n${table(['method', 'apps that offer it', 'proven by it'], methodRows(rows))}`,
    `## Proven\n\n${provenText}\n\n${table(provenHead, rows.filter(isProven).map(provenRow))}`,
    `## Not proven\n\n${table(['app', 'why'], rows.filter((row) => !isProven(row)).map(openRow))}`,
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

interface Row {
  entry: CatalogEntry
  trial: Trial | undefined
}

const isProven = ({ trial }: Row): boolean => trial?.outcome === 'proven'

function totals(entries: readonly CatalogEntry[], log: TrialLog): string {
  const { bundled, proven, working, failed, impossible, untried, entries: all } = countCatalog(entries, log)
  return [
    `- ${all} entries; ${all - bundled} of them can be installed somewhere, ${bundled} tell a person how to get the program.`,
    `- ${proven} proven: installed from the registry or Debian, answered with their version, passed their smoke tests, gave a skill without errors, and were taken away again without a trace. In ${working} of them a test has the app do what it is for; the others are asked for their version or help, since what they are for needs a network, an account or a device.`,
    `- ${failed} failed, ${impossible} cannot be installed on the host of the trials, ${untried} were not tried as they stand.`,
  ].join('\n')
}

function runLines({ run, trials }: TrialLog): string {
  if (run === null) return ''
  const minutes = Math.round(run.seconds / 60)
  const tried = trials.filter(({ outcome }) => outcome !== 'impossible').length
  return `The last run over everything tried ${tried} entries on ${run.host}, ${run.jobs} at a time, in ${minutes} min and ${run.sittings === 1 ? 'one go' : `${run.sittings} sittings`} (${run.date}). Each trial ran in a Debian root of its own that was thrown away; smoke tests had no network.`
}

const methodsText =
  'An entry offers methods in order of preference; a host takes the first that fits. npm, pip, cargo, go and binary are pinned to one version.'

const methodRows = (rows: readonly Row[]): string[][] =>
  MethodKind.options.map((kind) => [
    kind,
    String(rows.filter(({ entry }) => entry.manifest.install.some(({ method }) => method === kind)).length),
    String(rows.filter((row) => isProven(row) && row.trial?.method === kind).length),
  ])

const categoryRows = (rows: readonly Row[]): string[][] =>
  Category.options.map((category) => {
    const own = rows.filter(({ entry }) => entry.manifest.category === category)
    return [category, String(own.length), String(own.filter(isProven).length)]
  })

const provenText =
  'Version is that of the entry, program what the installed program calls its own: Debian has its own version. Commands are those below the program in the tree that its help gave; seconds are install, help, lint and removal together.'

const provenHead = ['app', 'version', 'method', 'program', 'smoke tests', 'commands', 'skill', 'seconds']

function provenRow({ entry, trial }: Row): string[] {
  const seconds = trial?.seconds ?? { install: 0, inspect: 0, lint: 0, uninstall: 0 }
  return [
    entry.name,
    entry.manifest.version,
    trial?.method === 'npm' ? `npm, Node ${trial.node}` : (trial?.method ?? ''),
    trial?.program_version ?? '',
    String(entry.manifest.smoke?.length ?? 0),
    String(trial?.commands ?? 0),
    String(trial?.score ?? ''),
    Object.values(seconds)
      .reduce((sum, one) => sum + one, 0)
      .toFixed(1),
  ]
}

function openRow({ entry, trial }: Row): string[] {
  if (trial === undefined) return [entry.name, 'not tried as it stands']
  const why = trial.reason ?? ''
  if (isBundled(entry)) return [entry.name, 'only bundled: tells a person how to get the program']
  return [entry.name, trial.outcome === 'failed' ? `failed by ${trial.method}: ${why}` : why]
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
