import {
  type AppName,
  cliCall,
  fitsRange,
  type InstallRecord,
  isExactVersion,
  type LockedApp,
  type Platform,
  t,
} from '@cli-apps/core'
import type { WorkspaceFacts } from '../resolve/workspace-facts.ts'

/** One difference between `cli-apps.json`, `cli-apps.lock` and the records, and the next step. */
export interface LockDifference {
  code: string
  app: string
  message: string
  hint: string
}

type Difference = Omit<LockDifference, 'app'>

/** Returns the differences between `cli-apps.json` and the lockfile, and what the lockfile lacks for this platform. */
export function declarationDifferences(
  { declared, lockfile }: WorkspaceFacts,
  platform: Platform,
): LockDifference[] {
  const names = new Set([...Object.keys(declared.apps), ...Object.keys(lockfile.apps)]) as Set<AppName>
  return [...names].sort().flatMap((name) => {
    const pin = declared.pins?.[name]
    const found = [
      ...differencesOf(name, declared.apps[name], lockfile.apps[name], platform),
      ...(pin === undefined ? [] : pinDifferences(name, declared.apps[name])),
    ]
    return found.map((difference) => ({ app: name, ...difference }))
  })
}

function differencesOf(
  name: AppName,
  range: string | undefined,
  locked: LockedApp | undefined,
  platform: Platform,
): Difference[] {
  if (locked === undefined) return [notLocked(name, String(range))]
  if (range === undefined) return [notDeclared(name, locked)]
  if (!fitsRange(locked.version, range)) return [outOfRange(name, range, locked)]
  return locked.platforms[platform] === undefined ? [notForPlatform(name, locked, platform)] : []
}

const notLocked = (name: AppName, range: string): Difference => ({
  code: 'lock.not-locked',
  message: t('lock.not-locked', '{name} {range} is declared, but not in cli-apps.lock.', { name, range }),
  hint: `${cliCall()} install ${name}`,
})

const notDeclared = (name: AppName, { version }: LockedApp): Difference => ({
  code: 'lock.not-declared',
  message: t('lock.not-declared', '{name} {version} is locked, but not declared in cli-apps.json.', {
    name,
    version,
  }),
  hint: t(
    'lock.not-declared.hint',
    'Run "{cli} install {name}", or "{cli} lock" to remove it from the lockfile',
    { name },
  ),
})

const outOfRange = (name: AppName, range: string, { version }: LockedApp): Difference => ({
  code: 'lock.out-of-range',
  message: t('lock.out-of-range', '{name} is declared as {range}, but locked as {version}.', {
    name,
    range,
    version,
  }),
  hint: `${cliCall()} install ${name}`,
})

function notForPlatform(name: AppName, { version, platforms }: LockedApp, platform: Platform): Difference {
  const others = Object.keys(platforms).join(', ')
  return {
    code: 'lock.no-platform',
    message: t('lock.no-platform', '{name} {version} is not locked for {platform}{reason}.', {
      name,
      version,
      platform,
      reason: others === '' ? '' : t('lock.no-platform.only', ', only for {others}', { others }),
    }),
    hint: t('lock.no-platform.hint', 'On a machine of that platform: {cli} install {name}', { name }),
  }
}

const pinDifferences = (name: AppName, range: string | undefined): Difference[] =>
  range !== undefined && isExactVersion(range)
    ? []
    : [
        {
          code: 'lock.loose-pin',
          message: t(
            'lock-differences.pinned-but-cli-apps-json',
            '{name} is pinned, but cli-apps.json declares {range}.',
            { name, range: range === undefined ? t('lock-differences.no-version', 'no version') : range },
          ),
          hint: t(
            'lock-differences.hint.run-cli-apps-pin-reason',
            'Run "{cli} pin {name} --reason TEXT" or "{cli} pin {name} --remove"',
            { name },
          ),
        },
      ]

/** Returns the differences between this machine's records and the lockfile. */
export function recordDifferences(
  { lockfile }: WorkspaceFacts,
  records: readonly InstallRecord[],
): LockDifference[] {
  const byName = new Map<string, InstallRecord>(records.map((record) => [record.name, record]))
  const names = new Set<string>([...Object.keys(lockfile.apps), ...byName.keys()])
  return [...names].sort().flatMap((app) => {
    const found = recordDifference(app, byName.get(app), (lockfile.apps as Record<string, LockedApp>)[app])
    return found === undefined ? [] : [{ app, ...found }]
  })
}

const restoreHint = (): string => t('lock-differences.restore', 'Run "{cli} ci" to install what is locked')

function recordDifference(
  name: string,
  record: InstallRecord | undefined,
  locked: LockedApp | undefined,
): Difference | undefined {
  if (record === undefined) {
    const message = t('lock.not-installed', '{name} {version} is locked, but not installed here.', {
      name,
      version: String(locked?.version),
    })
    return { code: 'lock.not-installed', message, hint: restoreHint() }
  }
  if (locked === undefined) return onlyInstalled(record)
  return locked.digest === record.digest
    ? programDifference(record, locked)
    : { code: 'lock.other-version', message: otherVersion(record, locked), hint: restoreHint() }
}

const onlyInstalled = ({ name, version }: InstallRecord): Difference => ({
  code: 'lock.only-installed',
  message: t('lock.only-installed', '{name} {version} is installed here, but not in cli-apps.lock.', {
    name,
    version,
  }),
  hint: t('lock.only-installed.hint', 'Run "{cli} install {name}" or "{cli} uninstall {name}"', {
    name,
  }),
})

const otherVersion = ({ name, version }: InstallRecord, locked: LockedApp): string =>
  locked.version === version
    ? t('lock.other-content', 'The installed {name} {version} differs from the locked content.', {
        name,
        version,
      })
    : t('lock.other-version', '{name} {version} is installed, but {locked} is locked.', {
        name,
        version,
        locked: locked.version,
      })

function programDifference(record: InstallRecord, { platforms }: LockedApp): Difference | undefined {
  const here = platforms[record.platform]
  if (here === undefined) return undefined
  const { name, method, program_version: version } = record
  if (here.method !== method) {
    const message = t('lock.other-method', '{name} is installed with {method}, but locked with {locked}.', {
      name,
      method,
      locked: here.method,
    })
    return { code: 'lock.other-method', message, hint: restoreHint() }
  }
  if (here.program_version === version) return undefined
  const message = t('lock.other-program', 'The program of {name} is {version}, but locked as {locked}.', {
    name,
    version: version ?? t('lock-differences.unknown-version', 'of unknown version'),
    locked: here.program_version ?? t('lock-differences.none', 'of none'),
  })
  return { code: 'lock.other-program', message, hint: restoreHint() }
}
