import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '@cli-apps/core'
import {
  type ForeignPart,
  findForeignPart,
  readWorkspaceFile,
  readWorkspaceTrust,
  trustedOwners,
  workspaceAt,
} from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { type FoundTemplates, findTemplates } from '../skill/skill-style.ts'

/** What trusting a workspace, or not trusting it any longer, changes. */
export interface TrustPlan {
  /** Real path: a link in its place is another workspace. */
  root: string
  foreign: ForeignPart | undefined
  templates: FoundTemplates | undefined
  isRemoval: boolean
  isChange: boolean
}

/** Reads only. Throws `UsageError` `trust.no-folder`, and what damaged workspaces throw. */
export async function planTrust(
  folder: string | undefined,
  isRemoval: boolean,
  { cwd, config, environment, workspace }: CommandContext,
): Promise<TrustPlan> {
  const named = folder === undefined ? workspace.root : path.resolve(cwd, folder)
  const root = await realpath(named).catch((cause: unknown) => {
    throw new UsageError('trust.no-folder', `There is no folder ${named}.`, {
      hint: 'Name the folder of a workspace.',
      cause,
    })
  })
  const place = workspaceAt(root)
  const owners = trustedOwners(environment)
  const foreign = owners === undefined ? undefined : await findForeignPart(place, owners)
  const { skills } = await readWorkspaceFile(place)
  const templates = await findTemplates(skills, { workspace: place, config })
  const { folders } = await readWorkspaceTrust(config.home)
  const isKnown = folders.includes(root)
  const isChange = isRemoval
    ? isKnown || templates?.isTrusted === true
    : (foreign !== undefined && !isKnown) || templates?.isTrusted === false
  return { root, foreign, templates, isRemoval, isChange }
}
