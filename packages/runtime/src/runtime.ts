import type { InstallRecord } from '@cli-apps/core'
import { noAuditLog, openAuditLog } from './audit/open-audit-log.ts'
import { type Confirmations, createConfirmations } from './confirm/confirmations.ts'
import { effectPolicy } from './confirm/effect-policy.ts'
import { createFindKnown } from './context/find-known.ts'
import { createRuntimeContext, type RuntimeContext } from './context/runtime-context.ts'
import { type Find, openFind } from './discovery/open-find.ts'
import { createEvents, type Events } from './events.ts'
import { createFirstJob } from './jobs/first-job.ts'
import { type Jobs, openJobs } from './jobs/open-jobs.ts'
import { type Dependencies, openDependencies } from './open-dependencies.ts'
import type { RuntimeOptions } from './options.ts'
import { createCutRuns } from './output/cut-runs.ts'
import { type ReadCliOutputInput, readCliOutput, type SavedOutput } from './output/read-cli-output.ts'
import { listSavedRuns, type SavedRun } from './output/saved-output.ts'
import type { SandboxStatus } from './sandbox/open-confiner.ts'
import { openServices, type Services } from './services/open-services.ts'
import type { Skills, SystemPromptOptions } from './skills/skills.ts'
import { builtInTools } from './tools/built-in-tools.ts'
import { installedRecord } from './tools/installed-record.ts'
import { createToolRegistry, type ToolRegistry } from './tools/tool-registry.ts'
import { createWorkspaceWatch } from './watch-workspace.ts'

/** Access of an agent to the apps of one workspace. It follows installs and removals without a restart. */
export interface Runtime {
  /** The tools that a model may call; `run_cli_app` is always among them. */
  tools: ToolRegistry
  /**
   * The Runtime Context block to put at the end of a user's message: one line for each installed app and each skill that
   * the message mentions as `@name` or that is attached, in order of first mention, at most 8. `undefined` when there is none.
   */
  context: RuntimeContext
  /**
   * Searches for a task: installed apps and their commands, skills, tools of MCP servers, and apps that could be installed,
   * each with the reason. Returns the same as the tool `find_cli_apps`.
   */
  find: Find
  /** Instructions for agents: how to use the apps, and how to do other tasks. */
  skills: Skills
  /**
   * Returns the sections about skills for a system prompt, the most stable first; empty without skills. Throws the errors
   * of `skills.requested`.
   */
  systemPrompt(options?: SystemPromptOptions): Promise<string>
  /** Calls that require confirmation. For the host program: no tool of the model reaches them. */
  confirmations: Confirmations
  /** Returns how apps are confined. Throws `UnsupportedError` `sandbox.unavailable` when the required sandbox does not work. */
  sandbox(): Promise<SandboxStatus>
  /** Runs that outlive their calls. */
  jobs: Jobs
  /** Servers that apps bring. For the host program: no tool of the model reaches them. */
  services: Services
  /** Saved output of runs whose results were cut. Reading throws as the tool `read_cli_output` fails. */
  runs: {
    /** The newest first. */
    list(): Promise<SavedRun[]>
    read(request: ReadCliOutputInput): Promise<SavedOutput>
  }
  /** Calls `listener` for each event of that name; returns a function that removes it. */
  on: Events['on']
  /** Ends all running calls with their process groups, and waits for them; jobs continue. Later calls are refused. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens the runtime of a workspace and reads the environment once. Throws `NotFoundError` `workspace.missing` when the
 * folder does not exist; a folder without apps is valid.
 */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const dependencies = await openDependencies(options)
  const { apps, skills, available, confiner } = dependencies
  const { events, stop } = openEvents(dependencies)
  const { tools, find, confirmations, jobs, services, listen, endCalls } = openCalls(
    options,
    dependencies,
    events,
  )
  const close = (): Promise<void> => {
    stop()
    return endCalls()
  }
  const { list, always, index, mentioned, requested, diagnostics } = skills
  const findKnown = options.suggestInstalls && { findKnown: createFindKnown(available) }
  return {
    tools,
    find,
    confirmations,
    jobs,
    services,
    runs: {
      list: () => listSavedRuns(dependencies.workspace),
      read: (request) => readCliOutput(request, dependencies),
    },
    sandbox: confiner.status,
    on(name, listener) {
      const off = events.on(name, listener)
      if (name === 'job') listen()
      return off
    },
    context: createRuntimeContext({ apps, skills, ...findKnown }),
    skills: { list, always, index, mentioned, requested, diagnostics },
    systemPrompt: skills.systemPrompt,
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface OpenCalls extends Pick<Runtime, 'tools' | 'find' | 'confirmations' | 'jobs' | 'services'> {
  /** Starts emitting events for ends of jobs. */
  listen(): void
  /** Ends running calls and waits for them; jobs continue. */
  endCalls(): Promise<void>
}

/** Opens the tools and everything that their calls may become: confirmations, jobs, audit entries. */
function openCalls(options: RuntimeOptions, dependencies: Dependencies, { emit }: Events): OpenCalls {
  const { workspace, limits, environment, skills, findPlace, confiner, onBug } = dependencies
  const {
    listen,
    close: leaveJobs,
    prepare,
    any,
    ...jobs
  } = openJobs({ workspace, limits, environment, onEnd: (job) => emit('job', job), onBug })
  const {
    close: endConfirmations,
    ask,
    ...confirmations
  } = createConfirmations({
    lifetimeMs: limits.confirmationMs,
    asked: (request) => emit('confirmation', request),
    onBug,
  })
  const hasTool = (name: string): boolean => tools.get(name) !== undefined
  const mcpTools = async () => (await tools.list()).filter(({ name }) => name.startsWith('mcp_'))
  const { find, close: leaveFind } = openFind({ ...findPlace, skills: skills.list, mcpTools, hasTool })
  const audit = options.audit === false ? noAuditLog : openAuditLog(workspace, onBug)
  const jobMaker = { ...jobs, prepare, any }
  const cutRuns = createCutRuns(() => emit('tools-changed', undefined))
  const firstJob = createFirstJob(any, () => emit('tools-changed', undefined))
  const { close: endTools, ...tools } = createToolRegistry({
    builtIn: builtInTools({
      ...dependencies,
      confine: confiner.confine,
      hasTool,
      find,
      jobs: jobMaker,
      cutRuns,
    }),
    concurrency: limits.concurrency,
    execution: {
      policy: effectPolicy(options.effects),
      confirmations: { ...confirmations, ask, close: endConfirmations },
      hooks: options,
      audit,
      ended: (result) => {
        cutRuns.note(result)
        firstJob.look()
      },
      onBug,
    },
    changed: () => emit('tools-changed', undefined),
  })
  const endCalls = async (): Promise<void> => {
    await endConfirmations()
    await endTools()
    leaveJobs()
    leaveFind()
    await audit.close()
  }
  const record = (name: string) => installedRecord<InstallRecord>(dependencies.apps, name, false)
  const services = openServices({ ...dependencies, confine: confiner.confine, jobs: jobMaker, record })
  return { tools, find, confirmations, jobs, services, listen, endCalls }
}

/** Opens the events, and the workspace watch behind some of them, which runs only while they have listeners. */
function openEvents({ workspace, skills, onBug }: Dependencies): { events: Events; stop: () => void } {
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
  return { events, stop: watch.close }
}
