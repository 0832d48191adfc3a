import { type AppManifest, type InstallMethod, type PublishedVersion, skillPath } from '@cli-apps/core'
import * as z from 'zod'
import { InstallFields, installFields } from './install-fields.ts'

/** One app in a CLI-Anything catalog, in the form that cli-hub and nanobot read. They accept no null for a string. */
export const CatalogEntry = z.object({
  name: z.string(),
  display_name: z.string(),
  description: z.string(),
  version: z.string(),
  category: z.string(),
  requires: z.string().nullable(),
  homepage: z.string(),
  source_url: z.string().nullable(),
  docs_url: z.string().optional(),
  entry_point: z.string(),
  skill_md: z.string().describe('Path below the address of the catalog'),
  ...InstallFields.shape,
})
export type CatalogEntry = z.infer<typeof CatalogEntry>

export function catalogEntry({
  manifest,
  deprecated,
}: Pick<PublishedVersion, 'manifest' | 'deprecated'>): CatalogEntry {
  const { method, ...fields } = installFields(manifest)
  const { summary, description } = manifest
  const texts = [deprecated && `Deprecated: ${deprecated.message}`, summary, description]
  return {
    name: manifest.name,
    display_name: manifest.display_name,
    description: texts
      .filter((text) => text !== null)
      .map(sentence)
      .join(' '),
    version: manifest.program_version ?? manifest.version,
    category: manifest.category,
    requires: requirements(manifest, method),
    homepage: manifest.homepage ?? manifest.repository ?? manifest.docs ?? '',
    source_url: manifest.repository ?? null,
    ...(manifest.docs === undefined ? {} : { docs_url: manifest.docs }),
    entry_point: method?.bin ?? manifest.entry_point,
    skill_md: skillPath(manifest.name),
    ...fields,
  }
}

const sentence = (text: string): string => (/[.!?。！？]$/u.test(text) ? text : `${text}.`)

function requirements({ requires }: AppManifest, method: InstallMethod | undefined): string | null {
  const parts = [
    ...(method !== undefined && 'platforms' in method && Array.isArray(method.platforms)
      ? [method.platforms.join(' or ')]
      : []),
    ...(requires?.env ?? []).filter(({ required }) => required).map(({ name }) => name),
    ...(requires?.services ?? []).map(({ name }) => name),
    ...(requires?.bins ?? []),
    ...(requires?.accounts ?? []).map(({ name }) => `account at ${name}`),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}
