import { existsSync, lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import {
  type AppError,
  type InstallRecord,
  isAppError,
  NotFoundError,
  UnsupportedError,
} from '@cli-apps/core'
import {
  type FoundSandbox,
  findSandbox,
  isInside,
  isMissing,
  openLimitedGroup,
  ownHomes,
  readProgramFolders,
  resolvePolicy,
  type Sandbox,
  type SandboxPolicy,
  type Workspace,
} from '@cli-apps/core/node'
import { confinedEnvironment, dataFolderName, namedFiles } from './app-home.ts'
import { choosePolicy, ownFiles } from './choose-policy.ts'
import type { Confinement } from './confinement.ts'
import { groupLimits } from './run-confined.ts'
import { planSandbox, type RunLimits, type SandboxPlan, type SandboxPolicyName } from './sandbox-setting.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What confines the runs of a runtime. */
export interface SandboxStatus {
  /** What is in force; `off` also where none was asked for by name and none works. */
  policy: SandboxPolicyName
  kind: 'bubblewrap' | 'none'
  network: 'host' | 'none'
  limits: RunLimits | null
  /** Why there is no sandbox, or what it cannot keep apart. */
  reason?: string
}

/** A run's confinement, and the environment to run in. */
export interface Confined {
  confinement: Confinement
  environment: Readonly<Record<string, string>>
}

/** Decides how runs of one workspace are confined. */
export interface Confiner {
  /** Throws `UnsupportedError` `sandbox.unavailable` where a sandbox is demanded and there is none. */
  confine(record: InstallRecord, cwd: string): Promise<Confined>
  status(): Promise<SandboxStatus>
}

interface ConfinerOptions {
  workspace: Workspace
  /** As the host has it. */
  own: Environment
  /** The clean one. */
  environment: Readonly<Record<string, string>>
  /** The user's `CLI_APPS_HOME`, in which apps keep their data. */
  home: string
  find?: (environment: NodeJS.ProcessEnv) => Promise<FoundSandbox>
}

/** Throws `InvalidError` `sandbox.bad-setting`. A sandbox is looked for when it is first needed. */
export function openConfiner(
  setting: unknown,
  { workspace, own, environment, home, find = findSandbox }: ConfinerOptions,
): Confiner {
  const plan = planSandbox(setting)
  let known: Sandbox | undefined
  /** The sandbox, or why there is none if that is allowed. */
  const found = async (): Promise<FoundSandbox> => {
    if (known !== undefined) return { sandbox: known }
    const answer = await find({ ...own })
    if (answer.sandbox === undefined) {
      if (plan.isDemanded) throw unavailable(plan, answer.reason)
      return answer
    }
    if (plan.limits !== null) await tryLimits(plan, plan.limits)
    // One that is missing may be installed meanwhile.
    known = answer.sandbox
    return answer
  }
  return {
    async status() {
      if (plan.policy === 'off') return unconfined
      const { sandbox, reason } = await found()
      if (sandbox === undefined) return { ...unconfined, reason }
      const { policy, network, limits } = plan
      const held = ownHomes().find((one) => isInside(workspace.root, one))
      const note =
        held === undefined ? {} : { reason: `the workspace holds the home ${held}, which apps may change` }
      return { policy, kind: sandbox.kind, network, limits, ...note }
    },
    async confine(record, cwd) {
      if (plan.policy === 'off') return { confinement: { kind: 'none' }, environment }
      const { sandbox } = await found()
      if (sandbox === undefined) return { confinement: { kind: 'none' }, environment }
      refuseLinks(workspace)
      const appsHome = placeOf(home)
      const dataFolder = path.join(appsHome, 'data', dataFolderName(record))
      const inner = confinedEnvironment(environment, dataFolder)
      const program = await readProgramFolders([...record.argv, process.execPath], { environment })
      const places = { dataFolder, appsHome, program, named: namedFiles(inner), homes: ownHomes() }
      const chosen = choosePolicy({ record, workspace, cwd, ...places }, plan)
      const policy = resolveWith(chosen, dataFolder)
      const { limits } = plan
      return { confinement: { kind: 'bubblewrap', sandbox, policy, dataFolder, limits }, environment: inner }
    },
  }
}

/** The app's own folder is made when the run begins, so there may be nothing to follow yet. */
function resolveWith(chosen: SandboxPolicy, dataFolder: string): SandboxPolicy {
  const others = chosen.writable.filter((folder) => folder !== dataFolder)
  try {
    const policy = resolvePolicy({ ...chosen, writable: others })
    return { ...policy, writable: [...policy.writable, dataFolder] }
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new NotFoundError('sandbox.no-folder', 'A folder that apps are to change is not there.', {
      hint: `Create it, or take it out of the sandbox's setting: ${others.filter((folder) => !existsSync(folder)).join(', ')}.`,
      cause,
    })
  }
}

/** Makes a group with these limits and removes it. */
async function tryLimits(plan: SandboxPlan, limits: RunLimits): Promise<void> {
  try {
    await (await openLimitedGroup(groupLimits(limits))).close()
  } catch (cause) {
    throw isAppError(cause) ? unavailable(plan, cause.message, cause) : cause
  }
}

const unconfined = { policy: 'off', kind: 'none', network: 'host', limits: null } as const

const unavailable = ({ policy }: SandboxPlan, reason: string, cause?: AppError): UnsupportedError =>
  new UnsupportedError(
    'sandbox.unavailable',
    `The policy "${policy}" needs a sandbox that cannot be had here: ${reason.replace(/\.$/, '')}.`,
    {
      hint:
        cause?.hint ??
        'Install bubblewrap (apt-get install bubblewrap), or choose the policy "off", with which apps run as you.',
      cause,
    },
  )

/** A link of ours in the workspace could be replaced from inside; what it leads to would be guarded in vain. */
function refuseLinks(workspace: Workspace): void {
  for (const file of ownFiles(workspace).filter((one) => one !== workspace.skills)) {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue
    throw new UnsupportedError(
      'sandbox.linked-state',
      `${file} is a link, which an app in a sandbox could replace.`,
      {
        hint: 'Put what it leads to in its place, or choose the policy "off".',
      },
    )
  }
}

/** The real path of a folder that may not be there yet. */
function placeOf(folder: string): string {
  try {
    return realpathSync.native(folder)
  } catch (error) {
    const parent = path.dirname(folder)
    if (!isMissing(error) || parent === folder) throw error
    return path.join(placeOf(parent), path.basename(folder))
  }
}
