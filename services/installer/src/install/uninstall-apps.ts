import {
  type AppName,
  type InstallRecord,
  type Lockfile,
  NotFoundError,
  nearestNames,
  type WorkspaceFile,
} from '@cli-apps/core'
import { listInstalled, readHost, readLockfile, readRecord, readWorkspaceFile } from '@cli-apps/core/node'
import { type CommandContext, strategyHost } from '../context.ts'
import { releaseSystemPackage } from '../store/system-owners.ts'
import { strategyFor } from '../strategies/index.ts'
import type { Step } from '../strategies/step.ts'
import { commitChanges, type FileChange } from '../workspace/transaction.ts'
import { withWorkspaceLock } from '../workspace/with-workspace.ts'
import { applySteps } from './apply-steps.ts'
import { lockfileChange, savedEdits, skillFiles, workspaceFileChange } from './install-changes.ts'

/** What uninstalling one app will do. The program's store entry stays for other workspaces. */
export interface UninstallPlan {
  record: InstallRecord
  /** Steps that remove a program which the system owns and we installed. */
  steps: Step[]
  /** Name of that program's package. */
  systemPackage: string | undefined
}

/** Decides how to uninstall apps, with no registry. Throws `NotFoundError` `app.not-installed`. */
export async function planUninstall(
  names: readonly AppName[],
  context: CommandContext,
): Promise<UninstallPlan[]> {
  const installed = await listInstalled(context.workspace)
  return Promise.all(
    [...new Set(names)].map(async (name) => {
      const record = await readRecord(context.workspace, name)
      if (record !== undefined) return { record, ...(await removal(record, context)) }
      const near = nearestNames(name, installed)
      throw new NotFoundError('app.not-installed', `${name} is not installed in ${context.workspace.root}.`, {
        hint:
          near.length > 0 ? `Did you mean ${near.join(' or ')}?` : '"cli-apps list" shows what is installed.',
      })
    }),
  )
}

async function removal(
  record: InstallRecord,
  context: CommandContext,
): Promise<Omit<UninstallPlan, 'record'>> {
  const method = record.manifest.install.find(({ method }) => method === record.method)
  if (record.adopted || method?.method !== 'apt') return { steps: [], systemPackage: undefined }
  const found = await readHost(['apt-get', 'sudo'], context.environment)
  const steps = (await strategyFor('apt').remove?.(method, strategyHost(found, context))) ?? []
  return { steps, systemPackage: method.package }
}

/** Carries out the plans: the apps leave the workspace in one transaction, then system packages that nobody else uses go. */
export async function uninstallApps(plans: readonly UninstallPlan[], context: CommandContext): Promise<void> {
  const { workspace, signal, output, environment } = context
  await withWorkspaceLock(workspace, { signal, notice: output.notice }, async () => {
    const [lockfile, declared] = await Promise.all([readLockfile(workspace), readWorkspaceFile(workspace)])
    const changes: FileChange[] = []
    for (const { record } of plans) changes.push(...(await removalChanges(record, context)))
    const names = plans.map(({ record }) => record.name)
    const files = [workspaceFileChange(without(declared, names)), lockfileChange(without(lockfile, names))]
    await commitChanges(workspace, `uninstall ${names.join(' ')}`, [...changes, ...files])
    for (const { record, steps, systemPackage } of plans) {
      if (systemPackage === undefined) continue
      const remove = (): Promise<void> => applySteps(steps, { environment, output, signal })
      const isGone = await releaseSystemPackage({ app: record.name, name: systemPackage }, remove, context)
      if (!isGone)
        output.notice(
          `${systemPackage} stays on this machine: another workspace uses it, or it is not ours to remove.`,
        )
    }
  })
}

/** The record goes first, so that no reader meets an app without its skill. */
async function removalChanges(
  record: InstallRecord,
  { workspace, output }: CommandContext,
): Promise<FileChange[]> {
  const files = skillFiles(record)
  const edits = await savedEdits(workspace, record.name, files, { known: record.skill.files, accepted: {} })
  for (const { path } of edits)
    output.notice(`You had edited the skill of ${record.name}; your text is in ${path}.`)
  const gone = [`.cli-apps/apps/${record.name}.json`, `.cli-apps/commands/${record.name}.json`, ...files]
  return [...edits, ...gone.map((path) => ({ path, content: null }))]
}

function without<Holder extends Lockfile | WorkspaceFile>(holder: Holder, names: readonly AppName[]): Holder {
  const apps = Object.fromEntries(
    Object.entries(holder.apps).filter(([name]) => !(names as readonly string[]).includes(name)),
  )
  return { ...holder, apps }
}
