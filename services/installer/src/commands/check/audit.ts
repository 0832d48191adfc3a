import path from 'node:path'
import { t, toErrorReport, UsageError } from '@cli-apps/core'
import { readLockfile } from '@cli-apps/core/node'
import { type Advisory, isAtLeast, type Severity, severities } from '../../audit/advisory.ts'
import { type Audit, auditLockfile } from '../../audit/audit-lockfile.ts'
import type { AuditResult } from '../../audit/audit-result.ts'
import { type Command, globalOption, textOption } from '../../command.ts'
import { readStrategyHost } from '../../strategies/read-strategy-host.ts'

export const audit: Command<AuditResult> = {
  summary: 'List known vulnerabilities of locked packages',
  usage: '',
  options: {
    ...globalOption,
    level: {
      type: 'string',
      value: 'LEVEL',
      description: 'Report this severity and above: low, moderate, high or critical',
      completes: severities,
    },
    database: {
      type: 'string',
      value: 'DIR',
      description: 'Use a downloaded OSV database in this folder instead of the network',
      completes: 'folder',
    },
  },
  async run(args, options, context) {
    if (args.length > 0)
      throw new UsageError(
        'cli.too-many',
        t('cli.too-many', 'audit checks all locked packages and takes no names.'),
        {
          hint: t(
            'cli.too-many.hint',
            'To see every change of an app that you own, run "{cli} history NAME".',
          ),
        },
      )
    const level = parseLevel(textOption(options, 'level') ?? 'low')
    const folder = textOption(options, 'database')
    const { workspace, signal, cwd } = context
    const host = await readStrategyHost([], context)
    const database = folder === undefined ? undefined : path.resolve(cwd, folder)
    const found = await auditLockfile(await readLockfile(workspace), { host, signal, database })
    const { checked, uncovered } = found
    const advisories = found.advisories
      .filter(({ severity }) => isAtLeast(severity, level))
      .sort(gravestFirst)
    const unchecked = found.unchecked.map((one) => ({ ...one, error: toErrorReport(one.error) }))
    return {
      value: { workspace: workspace.root, checked, advisories, unchecked, uncovered },
      text: auditText({ ...found, advisories }),
      exitStatus: advisories.length > 0 ? 8 : unchecked.length > 0 ? 9 : 0,
    }
  },
}

function parseLevel(word: string): Severity {
  const level = severities.find((severity) => severity === word)
  if (level !== undefined) return level
  throw new UsageError(
    'cli.bad-level',
    t('cli.bad-level', '{word} is not a valid severity.', { word: JSON.stringify(word) }),
    {
      hint: t('cli.bad-level.hint', 'Use one of {severities}.', { severities: severities.join(', ') }),
    },
  )
}

const rank = ({ severity }: Advisory): number =>
  severity === null ? severities.length : severities.indexOf(severity)
const gravestFirst = (a: Advisory, b: Advisory): number =>
  rank(b) - rank(a) || (a.package < b.package ? -1 : 1)

function auditText({ advisories, checked, unchecked, uncovered }: Audit): string {
  return [
    ...advisories.map(advisoryText),
    ...unchecked.map(({ ecosystem, packages, error }) =>
      t(
        'audit.not-checked-packages',
        `Not checked: {packages} packages of {ecosystem}. {message}\n  {hint}`,
        { packages, ecosystem, message: error.message, hint: error.hint ?? '' },
      ),
    ),
    ...(uncovered.length === 0
      ? []
      : [
          t('audit.no-advisory-database-covers', 'No advisory database covers: {list}.', {
            list: [...new Set(uncovered.map(nameOf))].join(', '),
          }),
        ]),
    summaryText(advisories.length, checked),
  ].join('\n')
}

const nameOf = ({ app, method, package: own }: Audit['uncovered'][number]): string =>
  `${own ?? app} (${method})`

const advisoryText = ({ id, severity, title, url, fixed, package: name, version, apps }: Advisory): string =>
  [
    t('audit.advisory', '{severity}: {name} {version}: {title}', {
      severity: severity ?? t('audit.unrated', 'unrated'),
      name,
      version,
      title,
    }),
    `  ${id}  ${url}`,
    t('audit.apps', '  Apps: {apps}. {fix}', {
      apps: apps.join(', '),
      fix:
        fixed.length === 0
          ? t('audit.no-fixed-version-known', 'No fixed version is known.')
          : t('audit.fixed', 'Fixed in {fixed}.', { fixed: fixed.join(', ') }),
    }),
  ].join('\n')

const summaryText = (found: number, checked: number): string =>
  found === 0
    ? t('audit.no-known-vulnerabilities-packages', 'No known vulnerabilities in {checked} packages.', {
        checked,
      })
    : t(
        'audit.known-vulnerabilities-packages-run',
        '{found} known vulnerabilities in {checked} packages. Run: {cli} update',
        { found, checked },
      )
