import { realpath, stat } from 'node:fs/promises'
import { NotFoundError } from '@cli-apps/core'
import { appsHome, cleanEnvironment, grantsFile, openSeals, workspaceAt } from '@cli-apps/core/node'
import { noAuditLog, openAuditLog } from './audit/open-audit-log.ts'
import { type Confirmations, createConfirmations } from './confirm/confirmations.ts'
import { effectPolicy } from './confirm/effect-policy.ts'
import { createFindKnown } from './context/find-known.ts'
import { createRuntimeContext, type RuntimeContext } from './context/runtime-context.ts'
import { openAvailableApps } from './discovery/available-apps.ts'
import { createFind, type Find } from './discovery/find.ts'
import { installerEnvironment } from './discovery/run-installer.ts'
import { createEvents, type Events } from './events.ts'
import { openInstalledApps } from './installed-apps.ts'
import { openGrants } from './invoke/app-grants.ts'
import { type Jobs, openJobs } from './jobs/open-jobs.ts'
import { limitsOf, type RuntimeOptions } from './options.ts'
import { openConfiner, type SandboxStatus } from './sandbox/open-confiner.ts'
import { openSkills, type Skills, type SystemPromptOptions } from './skills/skills.ts'
import { builtInTools } from './tools/built-in-tools.ts'
import { createToolRegistry, type ToolRegistry } from './tools/tool-registry.ts'
import { createWorkspaceWatch } from './watch-workspace.ts'

/** What an agent is given to use the apps of one workspace. It follows installs and removals without a restart. */
export interface Runtime {
  /** The tools that a model may call; `run_cli_app` is one from the start. */
  tools: ToolRegistry
  /**
   * The Runtime Context block to put at the end of a user's message: one line for each installed app and each skill that
   * the message mentions as `@name` or that is attached, in order of first mention, at most 8. `undefined` when there is none.
   */
  context: RuntimeContext
  /**
   * What could do a task: installed apps and their commands, skills, tools of MCP servers, and apps that could be
   * installed, each with the reason; the same as `find_cli_apps` gives a model.
   */
  find: Find
  /** What tells an agent how to use the apps, and how to do other tasks. */
  skills: Skills
  /**
   * The sections about skills for a system prompt, those first that change least; empty when there is no skill. Throws what
   * `skills.requested` throws.
   */
  systemPrompt(options?: SystemPromptOptions): Promise<string>
  /** Calls that wait for a yes. For the host program: a model has no way to them. */
  confirmations: Confirmations
  /** How apps are confined here. Throws `UnsupportedError` `sandbox.unavailable` where that is demanded and cannot be. */
  sandbox(): Promise<SandboxStatus>
  /** Runs that outlive their calls. */
  jobs: Jobs
  /** Calls `listener` for each event of that name; gives the function that ends it. */
  on: Events['on']
  /** Ends what still runs, with its whole process groups, and waits for it; jobs go on. Later calls of tools are refused. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens the runtime of a workspace. The environment is read once, here. Throws `NotFoundError` `workspace.missing` when
 * there is no such folder; one without any app is fine.
 */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const workspace = workspaceAt(await realFolder(options.workspace))
  const own = options.environment ?? process.env
  const home = options.home ?? appsHome({ ...process.env, ...own })
  const apps = openInstalledApps(workspace, openSeals(home))
  const limits = limitsOf(options)
  const userFile = options.userGrants === false ? undefined : grantsFile(own)
  const grants = openGrants(structuredClone(options.grants ?? {}), userFile)
  const environment = cleanEnvironment(own)
  const confiner = openConfiner(options.sandbox, { workspace, own, environment, home })
  const hasTool = (name: string): boolean => tools.get(name) !== undefined
  const onBug = options.onBug ?? (() => {})
  const skills = openSkills({ ...options, workspace, apps, environment: own, onBug })
  const available = openAvailableApps(workspace, options.registry ?? 'cached', own)
  const find = createFind({
    workspace,
    apps,
    available,
    skills: skills.list,
    mcpTools: async () => (await tools.list()).filter(({ name }) => name.startsWith('mcp_')),
    hasTool,
  })
  const installer = options.installer?.length
    ? {
        argv: [...options.installer],
        environment: { ...installerEnvironment(cleanEnvironment(own), own), CLI_APPS_HOME: home },
        workspace,
      }
    : undefined
  const watch = createWorkspaceWatch({
    workspace,
    skillFolders: skills.roots.map(({ folder }) => folder),
    appsChanged: () => {
      events.emit('apps-changed', undefined)
      events.emit('tools-changed', undefined)
    },
    skillsChanged: () => events.emit('skills-changed', undefined),
  })
  const events = createEvents(onBug, watch.listened)
  const {
    prepare,
    listen,
    close: leaveJobs,
    ...jobs
  } = openJobs({ workspace, limits, environment, tell: (job) => events.emit('job', job), onBug })
  const services = {
    workspace,
    apps,
    limits,
    grants,
    confine: confiner.confine,
    hasTool,
    find,
    skills,
    jobs: { ...jobs, prepare },
    installer,
  }
  const {
    close: endConfirmations,
    ask,
    ...asked
  } = createConfirmations({
    lifetimeMs: limits.confirmationMs,
    asked: (request) => events.emit('confirmation', request),
    onBug,
  })
  const audit = options.audit === false ? noAuditLog : openAuditLog(workspace, onBug)
  const { close: endCalls, ...tools } = createToolRegistry({
    builtIn: builtInTools(services),
    concurrency: limits.concurrency,
    execution: {
      policy: effectPolicy(options.effects),
      confirmations: { ...asked, ask, close: endConfirmations },
      hooks: options,
      audit,
      onBug,
    },
    changed: () => events.emit('tools-changed', undefined),
  })
  const { list, always, index, mentioned, requested, diagnostics } = skills
  const close = async (): Promise<void> => {
    watch.close()
    await endConfirmations()
    await endCalls()
    leaveJobs()
    await audit.close()
  }
  return {
    tools,
    find,
    confirmations: asked,
    jobs,
    sandbox: confiner.status,
    on(name, listener) {
      const off = events.on(name, listener)
      if (name === 'job') listen()
      return off
    },
    context: createRuntimeContext({
      apps,
      skills,
      ...(options.suggestInstalls && { findKnown: createFindKnown(available) }),
    }),
    skills: { list, always, index, mentioned, requested, diagnostics },
    systemPrompt: skills.systemPrompt,
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function realFolder(folder: string): Promise<string> {
  const real = await realpath(folder).catch(() => undefined)
  if (real !== undefined && (await stat(real)).isDirectory()) return real
  throw new NotFoundError('workspace.missing', `There is no folder ${JSON.stringify(folder)}.`, {
    hint: 'Give the folder in which apps were installed.',
  })
}
