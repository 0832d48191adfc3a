import { findProgram } from '@cli-apps/core/node'
import type { InstalledApps } from '../installed-apps.ts'
import type { SkillRequirements } from './skill-requirements.ts'

/** Returns the missing requirements of a skill, such as `CLI: gh, ENV: GH_TOKEN`; `undefined` if there are none. */
export type FindMissing = (requires: SkillRequirements) => Promise<string | undefined>

interface AvailabilityOptions {
  environment: Readonly<Record<string, string | undefined>>
  apps: InstalledApps
}

/** Interval for looking up programs again, in milliseconds. */
const recheckMs = 1000

/** A program is available if it is on PATH, or if an installed app has it: `run_cli_app` runs that one. */
export function createFindMissing({ environment, apps }: AvailabilityOptions): FindMissing {
  const known = new Map<string, { at: number; isFound: Promise<boolean> }>()
  const isOnPath = (bin: string): Promise<boolean> => {
    const now = Date.now()
    const entry = known.get(bin)
    if (entry !== undefined && now - entry.at < recheckMs) return entry.isFound
    const isFound = findProgram(bin, { ...environment }).then((file) => file !== undefined)
    known.set(bin, { at: now, isFound })
    return isFound
  }
  return async ({ bins, env }) => {
    if (bins.length + env.length === 0) return undefined
    const installed = new Set((await apps.list()).map(({ record }) => record?.manifest.entry_point))
    const found = await Promise.all(bins.map(async (bin) => installed.has(bin) || isOnPath(bin)))
    const missing = [
      ...bins.filter((_, at) => !found[at]).map((bin) => `CLI: ${bin}`),
      ...env.filter((name) => !environment[name]).map((name) => `ENV: ${name}`),
    ]
    return missing.length === 0 ? undefined : missing.join(', ')
  }
}
