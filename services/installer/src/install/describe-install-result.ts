import { installedVersion, t, versionText } from '@cli-apps/core'
import { copiedSkills } from '../agents/skill-placement.ts'
import { foundMajorWarning } from '../plan/planned-version.ts'
import type { AppliedInstall } from './apply/apply-installs.ts'
import { passedOverLine, passedOverReport } from './fallback/passed-over.ts'
import { describeRequirements } from './read-requirements.ts'

/** Describes the result of an install for programs. */
export const describeInstallResult = ({ record, plan }: AppliedInstall) => ({
  name: record.name,
  version: record.version,
  installed_version: installedVersion(record).version,
  program_version: record.program_version,
  method: record.method,
  source: plan.source,
  adopted: record.adopted,
  argv: record.argv,
  skill: record.skill.path,
  copies: copiedSkills(record),
  ...(record.unread && { unread: true }),
  requires: describeRequirements(plan.requirements),
  refusals: plan.refusals,
  passed_over: plan.passedOver.map(passedOverReport),
  notices: [...foundMajorWarning(record, plan), ...plan.notices, ...plan.details],
})

/** Whether the version that the program reports stands beside the entry's already. */
function isShown(record: AppliedInstall['record']): boolean {
  const { version, isOfEntry } = installedVersion(record)
  return !isOfEntry && version === record.program_version
}

/** Describes the result of an install for people. */
export function installedText({ record, plan }: AppliedInstall): string {
  const app = `${record.name} ${versionText(record)}`
  const what = {
    present: t('describe-installed.already-installed', '{app} was already installed.', { app }),
    store: t('describe-installed.installed-from-store', '{app} is installed from the store.', { app }),
    build: t('describe-installed.installed', '{app} is installed with {method}.', {
      app,
      method: record.method,
    }),
    system: record.adopted
      ? t(
          'describe-installed.already-machine-adopted',
          '{app} was already on this machine ({argv}) and is adopted.',
          { app, argv: String(record.argv.at(-1)) },
        )
      : t('describe-installed.installed', '{app} is installed with {method}.', {
          app,
          method: record.method,
        }),
  }[plan.source]
  return [
    what,
    ...plan.passedOver.map((one) => `  ${passedOverLine(one)}`),
    ...foundMajorWarning(record, plan).map((warning) => `  ${warning}`),
    ...(record.program_version === null || isShown(record)
      ? []
      : [
          t('describe-installed.program-reports', '  the program reports: {program_version}', {
            program_version: record.program_version,
          }),
        ]),
    ...[record.skill.path, ...copiedSkills(record)].map((file) =>
      t('describe-installed.skill', '  skill: {file}', { file }),
    ),
    ...(record.unread
      ? [
          t(
            'describe-installed.unread',
            '  its help is read and its recipes are run in the background, and added to the skill (--wait waits)',
          ),
        ]
      : []),
  ].join('\n')
}
