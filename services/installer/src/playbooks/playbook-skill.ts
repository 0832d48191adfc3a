import path from 'node:path'
import {
  type AppName,
  type Digest,
  playbookApps,
  playbookSkillPath,
  type SkillLanguage,
} from '@cli-apps/core'
import {
  builtInCatalog,
  digestOf,
  loadTemplates,
  openRegistry,
  readJson,
  resourceFolder,
} from '@cli-apps/core/node'
import { renderPlaybookSkill } from '@cli-apps/core/skill'
import * as z from 'zod'
import type { CommandContext } from '../context.ts'
import { registryOptions } from '../resolve/registry-options.ts'
import { version } from '../version.ts'
import type { LocatedPlaybook } from './find-playbook.ts'

/** The file of a playbook's skill. */
export interface PlaybookSkill {
  name: string
  /** Its path in the workspace. */
  path: string
  text: string
  digest: Digest
}

/** Renders the skill of a playbook. */
export async function playbookSkill(
  { playbook, registry }: LocatedPlaybook,
  language: SkillLanguage,
  context: CommandContext,
): Promise<PlaybookSkill> {
  const { words } = await loadTemplates({ language })
  const points = await Promise.all(
    playbookApps(playbook).map(async (app) => [
      app,
      registry === builtInCatalog ? await shippedProgram(app) : await servedProgram(app, registry, context),
    ]),
  )
  const entryPoints = Object.fromEntries(points)
  const text = renderPlaybookSkill({ playbook, entryPoints, words, language, generator: { version } })
  const { name } = playbook
  return { name, path: playbookSkillPath(name), text, digest: digestOf(text) }
}

const EntryPoint = z.object({ entry_point: z.string() })

async function shippedProgram(app: AppName): Promise<string> {
  const file = path.join(resourceFolder('catalog'), `${app}.json`)
  const manifest = await readJson(file, EntryPoint, { what: file, code: 'catalog.corrupt', repair: '' })
  return manifest?.entry_point ?? app
}

/** The program of an app that the registry has no longer is taken for one of its name. */
async function servedProgram(app: AppName, location: string, context: CommandContext): Promise<string> {
  const registry = await openRegistry(location, registryOptions(location, context))
  const document = await registry.app(app)
  if (document === undefined || document.removed !== null) return app
  return (await registry.manifest(app, document.latest)).manifest.entry_point
}
