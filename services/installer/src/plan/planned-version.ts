import {
  type AppName,
  type InstallMethod,
  type InstallRecord,
  installedVersion,
  majorWarning,
  t,
  type VersionFacts,
  versionText,
} from '@cli-apps/core'

/** The part of the plan of an install that tells a version. */
interface VersionPlan {
  name: AppName
  version: string
  method: InstallMethod
  /** Of the package that is there or comes; null where that is not known yet. */
  packageVersion: string | null
  source: string
  facts: { record?: InstallRecord | undefined }
}

/** What is known of the version of a program before it is installed. */
export const plannedVersion = ({
  version,
  method,
  packageVersion,
  source,
  facts,
}: VersionPlan): VersionFacts =>
  source === 'present' && facts.record !== undefined
    ? facts.record
    : { version, method: method.method, program_version: null, package_version: packageVersion }

/** The version that an install brings; only the entry's where its manager decides and was not asked. */
export function plannedVersionText(facts: VersionFacts): string {
  const { version, entry } = installedVersion(facts)
  return version === null ? t('planned-version.entry', '(entry {entry})', { entry }) : versionText(facts)
}

/** Returns what only the install could tell: that the program is of another major version than its entry. */
export function foundMajorWarning(record: InstallRecord, plan: VersionPlan): string[] {
  const wasKnown = plan.source === 'present' || majorWarning(plan.name, plannedVersion(plan)) !== undefined
  const warning = wasKnown ? undefined : majorWarning(record.name, record)
  return warning === undefined ? [] : [warning]
}
