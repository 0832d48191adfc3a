import type { InstallRecord } from '@cli-apps/core'
import { copiedSkills } from '../agents/skill-placement.ts'
import type { InstallPlan } from './install-plan.ts'
import { describeRequirements } from './read-requirements.ts'

/** What an install came to, for programs. */
export const describeInstalled = (record: InstallRecord, plan: InstallPlan | undefined) => ({
  name: record.name,
  version: record.version,
  program_version: record.program_version,
  method: record.method,
  source: plan?.source ?? null,
  adopted: record.adopted,
  argv: record.argv,
  skill: record.skill.path,
  copies: copiedSkills(record),
  requires: plan === undefined ? null : describeRequirements(plan.requirements),
  refusals: plan?.refusals ?? [],
  notices: plan?.notices ?? [],
})

/** The same for people. */
export function installedText(record: InstallRecord, plan: InstallPlan | undefined): string {
  const app = `${record.name} ${record.version}`
  const what = {
    present: `${app} was already installed.`,
    store: `${app} is installed from the store.`,
    build: `${app} is installed with ${record.method}.`,
    system: record.adopted
      ? `${app} was already on this machine (${record.argv.at(-1)}) and is adopted.`
      : `${app} is installed with ${record.method}.`,
  }[plan?.source ?? 'build']
  return [
    what,
    ...(record.program_version === null ? [] : [`  the program reports: ${record.program_version}`]),
    ...[record.skill.path, ...copiedSkills(record)].map((file) => `  skill: ${file}`),
  ].join('\n')
}
