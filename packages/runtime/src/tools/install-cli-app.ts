import { ConflictError, canonicalJson, ForbiddenError, parseReference, toLine } from '@cli-apps/core'
import type { ChangePlan, InstallResult } from '@cli-apps/core/results'
import * as z from 'zod'
import { installPlanLines, installSummary } from '../discovery/install-plan-lines.ts'
import { type InstallerSettings, runInstaller } from '../discovery/run-installer.ts'
import { toldLine } from '../discovery/told-line.ts'
import type { PreparingTool } from './tool.ts'
import { withHeartbeats } from './with-heartbeats.ts'

const InstallCliAppInput = z.strictObject({
  name: z.string().max(100),
  version: z.string().max(100).optional(),
})

const description = 'Installs an app that the task needs, after the user agreed to the plan.'

/** Plans with the installer, requires confirmation of that plan, and applies that plan or nothing. */
export const createInstallCliApp = (
  settings: InstallerSettings,
): PreparingTool<typeof InstallCliAppInput> => ({
  name: 'install_cli_app',
  description,
  input: InstallCliAppInput,
  effect: 'write',
  async prepare({ name, version }, { signal }) {
    const requested = version === undefined ? name : `${name}@${version}`
    const app = parseReference(requested).name
    const plan = await readPlan(requested, { settings, signal })
    requireWorkspace(plan, settings.workspace.root)
    requirePermissions(plan, requested)
    return {
      effect: 'write',
      needsConfirmation: plan.changes.some(({ effects }) => effects.length > 0),
      summary: installSummary(plan),
      app,
      args: ['install', requested],
      workingDir: settings.workspace.root,
      wait: async () => ({ plan: installPlanLines(plan) }),
      run: async (context) => {
        // A registry may have changed while the plan waited for confirmation.
        const now = await readPlan(requested, { settings, signal: context.signal })
        if (canonicalJson(now.changes) !== canonicalJson(plan.changes)) throw changed(requested)
        const { InstallResult } = await import('@cli-apps/core/results')
        // The model calls the app next, by commands that are known once its help is read.
        const argv = ['install', requested, '--yes', '--wait']
        const installing = runInstaller(argv, InstallResult, { settings, signal: context.signal })
        return { installed: shown(await withHeartbeats(installing, `Installing ${requested}`, context)) }
      },
    }
  },
})

async function readPlan(
  requested: string,
  by: { settings: InstallerSettings; signal: AbortSignal },
): Promise<ChangePlan> {
  const { ChangePlan } = await import('@cli-apps/core/results')
  return runInstaller(['install', requested, '--dry-run'], ChangePlan, by)
}

/** The installer takes the nearest folder above that declares apps; apps installed in that folder are not visible in this one. */
function requireWorkspace({ workspace }: ChangePlan, root: string): void {
  if (workspace === root) return
  throw new ConflictError(
    'install.other-workspace',
    `The installer would install into ${toLine(workspace, 300)}, not into ${root}.`,
    { hint: 'The user can run `npx cli-apps init` in the folder, which makes it a workspace of its own.' },
  )
}

/** Confirming a plan does not grant these permissions; only a person grants them, by name. */
function requirePermissions({ changes }: ChangePlan, requested: string): void {
  for (const { subject, permissions } of changes) {
    const missing = permissions.find(({ granted }) => !granted)
    if (missing === undefined) continue
    throw new ForbiddenError('install.needs-permission', toldLine(`${subject}: ${missing.reason}.`, 500), {
      hint: `Only the user can allow it: npx cli-apps install ${requested} ${toLine(missing.option, 200)}`,
    })
  }
}

const changed = (requested: string): ConflictError =>
  new ConflictError(
    'install.plan-changed',
    `The plan to install ${requested} changed after it was confirmed. Nothing was done.`,
    { hint: 'Call install_cli_app again, so that the user can confirm the new plan.' },
  )

const shown = ({ installed }: InstallResult) =>
  installed.map(({ name, version, installed_version, method, skill, notices, requires }) => ({
    name,
    version: installed_version ?? version,
    method,
    skill,
    ...(notices.length > 0 && { notices: notices.slice(0, 10).map((notice) => toldLine(notice, 300)) }),
    ...(requires !== null && { requires }),
    hint: `Read ${skill} and run it with run_cli_app.`,
  }))
