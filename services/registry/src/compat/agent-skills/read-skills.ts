import { NotFoundError } from '@cli-apps/core'
import type { StoredVersion } from '../../apps/published-version.ts'
import { appNameOfSkill, fileOf } from '../../work/skill-package.ts'
import type { AppSource } from '../app-source.ts'
import { type CompatDocument, markdown } from '../compat-document.ts'
import { archivePath, maxIndexedSkills, skillIndexes } from './indexes.ts'

type Indexes = ReturnType<typeof skillIndexes>

/** Returns the registry-wide indexes. */
export async function readRootIndexes(source: AppSource): Promise<Indexes> {
  const { versions, total } = await source.popular(maxIndexedSkills)
  return skillIndexes({ total }, await source.summaries(versions))
}

/** Returns the indexes of one app. Throws `NotFoundError` `app.unknown` if it is unknown or removed. */
export async function readAppSkillIndexes(source: AppSource, app: string | undefined): Promise<Indexes> {
  const version = await latestOf(source, app)
  return skillIndexes({ app: version.manifest.name }, [await source.summary(version.manifest.name, version)])
}

/** Returns a file of the newest version of a skill. Throws `NotFoundError`. */
export async function readSkillFile(
  source: AppSource,
  { skill, file, path }: { skill: string; file: string; path: string },
): Promise<CompatDocument> {
  const version = await latestOf(source, appNameOfSkill(skill))
  const { bytes } = fileOf(await source.pack(version), file)
  return { app: version.manifest.name, path, type: markdown, content: bytes }
}

/** Returns the zip of one version's skill. Throws `NotFoundError`. */
export async function readSkillZip(
  source: AppSource,
  { name, version }: { name: string; version: string },
): Promise<CompatDocument> {
  const { zip } = await source.pack(await source.getVersion(name, version))
  return { app: name, path: archivePath(name, version), type: 'application/zip', content: zip }
}

async function latestOf(source: AppSource, name: string | undefined): Promise<StoredVersion> {
  const app = name === undefined ? undefined : await source.findApp(name)
  const latest = app?.versions.find(({ version, yanked }) => version === app.latest && yanked === null)
  if (app !== undefined && latest !== undefined) return source.getVersion(app.name, latest.version)
  throw new NotFoundError('skill.unknown', 'The skill was not found.', {
    hint: '/.well-known/agent-skills/index.json lists skills; /v1/search?q= finds apps.',
  })
}
