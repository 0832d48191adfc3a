import {
  type AppName,
  fitsRange,
  type InstallRecord,
  isExactVersion,
  type LockedApp,
  type Platform,
} from '@cli-apps/core'
import type { WorkspaceFacts } from '../resolve/workspace-facts.ts'

/** One thing in which `cli-apps.json`, `cli-apps.lock` and the records do not agree, and the next step. */
export interface LockDifference {
  code: string
  app: string
  message: string
  hint: string
}

type Difference = Omit<LockDifference, 'app'>

/** In what `cli-apps.json` and the lockfile disagree, and what the lockfile lacks for this platform. */
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
  if (locked === undefined) {
    return [
      {
        code: 'lock.not-locked',
        message: `${name} ${range} is declared, but not in cli-apps.lock.`,
        hint: `cli-apps install ${name}`,
      },
    ]
  }
  if (range === undefined) {
    return [
      {
        code: 'lock.not-declared',
        message: `${name} ${locked.version} is locked, but not declared in cli-apps.json.`,
        hint: `Run "cli-apps install ${name}", or "cli-apps lock" to remove it from the lockfile`,
      },
    ]
  }
  if (!fitsRange(locked.version, range)) {
    return [
      {
        code: 'lock.out-of-range',
        message: `${name} is declared as ${range}, but locked as ${locked.version}.`,
        hint: `cli-apps install ${name}`,
      },
    ]
  }
  if (locked.platforms[platform] !== undefined) return []
  const others = Object.keys(locked.platforms).join(', ')
  return [
    {
      code: 'lock.no-platform',
      message: `${name} ${locked.version} is not locked for ${platform}${others === '' ? '' : `, only for ${others}`}.`,
      hint: `On a machine of that platform: cli-apps install ${name}`,
    },
  ]
}

const pinDifferences = (name: AppName, range: string | undefined): Difference[] =>
  range !== undefined && isExactVersion(range)
    ? []
    : [
        {
          code: 'lock.loose-pin',
          message: `${name} is pinned, but cli-apps.json declares ${range === undefined ? 'no version' : range}.`,
          hint: `Run "cli-apps pin ${name} --reason TEXT" or "cli-apps pin ${name} --remove"`,
        },
      ]

/** In what the records of this machine and the lockfile disagree. */
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

function recordDifference(
  name: string,
  record: InstallRecord | undefined,
  locked: LockedApp | undefined,
): Difference | undefined {
  const restore = 'cli-apps ci puts in place what is locked'
  if (record === undefined) {
    const message = `${name} ${locked?.version} is locked, but not installed here.`
    return { code: 'lock.not-installed', message, hint: restore }
  }
  if (locked === undefined) {
    return {
      code: 'lock.only-installed',
      message: `${name} ${record.version} is installed here, but not in cli-apps.lock.`,
      hint: `Run "cli-apps install ${name}" or "cli-apps uninstall ${name}"`,
    }
  }
  if (locked.digest !== record.digest) {
    const message =
      locked.version === record.version
        ? `The installed ${name} ${record.version} differs from the locked content.`
        : `${name} ${record.version} is installed, but ${locked.version} is locked.`
    return { code: 'lock.other-version', message, hint: restore }
  }
  const here = locked.platforms[record.platform]
  if (here !== undefined && here.method !== record.method) {
    const message = `${name} is installed with ${record.method}, but locked with ${here.method}.`
    return { code: 'lock.other-method', message, hint: restore }
  }
  if (here !== undefined && here.program_version !== record.program_version) {
    const message = `The program of ${name} is ${record.program_version ?? 'of unknown version'}, but locked as ${here.program_version ?? 'of none'}.`
    return { code: 'lock.other-program', message, hint: restore }
  }
  return undefined
}
