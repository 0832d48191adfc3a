import { isAppName, registryPaths } from '@cli-apps/core'
import * as z from 'zod'
import type { SkillSummary } from '../../work/skill-package.ts'
import { type CompatDocument, compatJson } from '../compat-document.ts'

/** Limit of skills in the registry-wide indexes, because clients download every one of them. */
export const maxIndexedSkills = 500

const total = z
  .int()
  .describe('Apps that the index could list; of many, it lists the most fetched')
  .optional()

/** `/.well-known/agent-skills/index.json`, version 0.2.0 of agent skills discovery. */
export const DiscoveryIndex = z.object({
  $schema: z.literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json'),
  skills: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      type: z.enum(['skill-md', 'archive']),
      url: z.string().describe('Absolute path of the SKILL.md or zip'),
      digest: z.string().describe("sha256 of the URL's bytes"),
    }),
  ),
  total,
})

/** `/.well-known/skills/index.json`, version 0.1.0 of agent skills discovery. */
export const FileIndex = z.object({
  skills: z.array(z.object({ name: z.string(), description: z.string(), files: z.array(z.string()) })),
  total,
})

/** Returns the paths of both indexes, and of the files in the older one; registry-wide without an app. */
export const indexPaths = (app?: string) => {
  const base = app === undefined ? '.well-known' : `apps/${app}/.well-known`
  return {
    discovery: `${base}/agent-skills/index.json`,
    files: `${base}/skills/index.json`,
    file: (skill: string, file: string) => `${base}/skills/${skill}/${file}`,
  }
}

/** What indexes cover: one app, or all apps, of which they list some. */
type IndexScope = { app: string } | { total: number }

/** Returns the path of the zip of a skill with references. */
export const archivePath = (name: string, version: string): string =>
  registryPaths.skill(name, version).replace(/SKILL\.md$/, 'skill.zip')

/** Returns both indexes of a scope. */
export function skillIndexes(
  scope: IndexScope,
  summaries: readonly SkillSummary[],
): Record<'discovery' | 'files', CompatDocument> {
  const app = 'app' in scope ? scope.app : null
  const paths = indexPaths(app ?? undefined)
  const extent = 'total' in scope ? { total: scope.total } : {}
  return {
    discovery: compatJson({ app, path: paths.discovery }, {
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: summaries.map(({ name, description, type, digest, ...skill }) => ({
        name,
        description,
        type,
        url: `/${(type === 'archive' ? archivePath : registryPaths.skill)(skill.app, skill.version)}`,
        digest,
      })),
      ...extent,
    } satisfies z.infer<typeof DiscoveryIndex>),
    files: compatJson({ app, path: paths.files }, {
      skills: summaries.map(({ name, description, files }) => ({
        name,
        description,
        files: files.map(({ path }) => path),
      })),
      ...extent,
    } satisfies z.infer<typeof FileIndex>),
  }
}

/** Returns the app in a scoped address, such as `jq`, or `jq@cli-app-jq` as `skills find` writes it. */
export function scopedApp(segment: string): string | undefined {
  const [name = '', skill] = segment.split('@', 2)
  return isAppName(name) && (skill === undefined || skill === `cli-app-${name}`) ? name : undefined
}
