import { realpath, stat } from 'node:fs/promises'
import { NotFoundError } from '@cli-apps/core'
import {
  accessFile,
  appsHome,
  cleanEnvironment,
  grantsFile,
  openRecordSignatures,
  type RecordSignatures,
  type Workspace,
  withUserApps,
  workspaceAt,
} from '@cli-apps/core/node'
import { type FindGrants, openGrants } from './invoke/app-grants.ts'
import { type Limits, limitsOf, type RuntimeOptions } from './options.ts'
import { openAccess } from './sandbox/app-access.ts'
import { type Confiner, openConfiner } from './sandbox/open-confiner.ts'

/** What every run of an app depends on. None of it needs closing. */
export interface RunDependencies {
  workspace: Workspace
  /** The environment of the host. */
  own: Readonly<Record<string, string | undefined>>
  /** The environment that apps inherit. */
  environment: Readonly<Record<string, string>>
  /** The user's `CLI_APPS_HOME`. */
  home: string
  signatures: RecordSignatures
  limits: Limits
  grants: FindGrants
  confiner: Confiner
  onBug: (error: unknown) => void
}

/** Reads the environment once. Throws `NotFoundError` `workspace.missing` when the folder does not exist. */
export async function openRunDependencies(options: RuntimeOptions): Promise<RunDependencies> {
  const here = workspaceAt(await realFolder(options.workspace))
  const own = options.environment ?? process.env
  const workspace = withApps(here, options, own)
  const environment = cleanEnvironment(own)
  const home = options.home ?? appsHome({ ...process.env, ...own })
  const userGrants = options.userGrants === false ? undefined : grantsFile(own)
  const userFile = options.userGrants === false ? undefined : accessFile(own)
  const findAccess = openAccess({ userFile, given: structuredClone(options.access ?? {}) }, own)
  return {
    workspace,
    own,
    environment,
    home,
    signatures: openRecordSignatures(home),
    limits: limitsOf(options),
    grants: openGrants(structuredClone(options.grants ?? {}), userGrants, options.keyring),
    confiner: openConfiner(options.sandbox, { workspace, own, environment, home, findAccess }),
    onBug: options.onBug ?? (() => {}),
  }
}

function withApps(
  here: Workspace,
  { apps, userApps = true }: RuntimeOptions,
  own: NodeJS.ProcessEnv,
): Workspace {
  if (apps !== undefined) return withAppsOf(workspaceAt(apps), here)
  return userApps ? withUserApps(here, own) : here
}

/** What apps may change, and how they are confined, stays that of the workspace they run in. */
const withAppsOf = ({ records, commands, logs }: Workspace, here: Workspace): Workspace => ({
  ...here,
  records,
  commands,
  logs,
})

async function realFolder(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => undefined)
  if (real !== undefined && (await stat(real)).isDirectory()) return real
  throw new NotFoundError('workspace.missing', `Folder not found: ${JSON.stringify(folder)}.`, {
    hint: 'Pass the folder in which apps were installed.',
  })
}
