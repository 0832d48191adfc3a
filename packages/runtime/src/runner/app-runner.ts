import { type InstallRecord, programRecord } from '@cli-apps/core'
import { readRunRecord } from '@cli-apps/core/node'
import { noAuditLog, openAuditLog } from '../audit/open-audit-log.ts'
import { type CallRunner, createCallRunner } from '../call-runner.ts'
import { checkByZod } from '../check-by-zod.ts'
import { type Confirmations, createConfirmations } from '../confirm/confirmations.ts'
import { effectPolicy } from '../confirm/effect-policy.ts'
import type { InstalledApps } from '../installed-apps.ts'
import { runPrepared } from '../invoke/run-prepared.ts'
import { openRunDependencies, type RunDependencies } from '../open-run-dependencies.ts'
import type { RuntimeOptions } from '../options.ts'
import { openRunPreparer, type RunServices } from '../prepare-run.ts'
import type { SandboxStatus } from '../sandbox/open-confiner.ts'
import type { OpenTool } from '../tools/execute-call.ts'
import { calledRecord, installedRecord } from '../tools/installed-record.ts'
import { RunCliAppInput } from '../tools/run-cli-app-input.ts'

/** A runtime with the one tool `run_cli_app`, for a person who waits for the app to start. */
export interface AppRunner {
  tools: Pick<CallRunner, 'execute'>
  confirmations: Confirmations
  /** As of a runtime. */
  sandbox(): Promise<SandboxStatus>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Opens a runner for a workspace. Each call passes the same checks as in a runtime; it never becomes a job. Nothing else is
 * loaded. Texts of manifests are in hints alone, and vetted, because records with access or services are read as a whole. Throws like `createRuntime`.
 */
export async function createAppRunner(options: RuntimeOptions): Promise<AppRunner> {
  const dependencies = await openRunDependencies(options)
  const { workspace, limits, confiner, onBug } = dependencies
  const { close: endConfirmations, ...confirmations } = createConfirmations({
    lifetimeMs: limits.confirmationMs,
    asked: () => {},
    onBug,
  })
  const audit = options.audit === false ? noAuditLog : openAuditLog(workspace, onBug)
  const tool = openRunTool(dependencies)
  const { execute, close: endCalls } = createCallRunner(() => tool, {
    policy: effectPolicy(options.effects),
    confirmations: { ...confirmations, close: endConfirmations },
    hooks: options,
    audit,
    onBug,
  })
  const close = async (): Promise<void> => {
    await endConfirmations()
    await endCalls()
    await audit.close()
  }
  return {
    tools: { execute },
    confirmations,
    sandbox: confiner.status,
    close,
    [Symbol.asyncDispose]: close,
  }
}

function openRunTool(dependencies: RunDependencies): OpenTool {
  const { workspace, limits, confiner } = dependencies
  const prepareRun = openRunPreparer({
    ...dependencies,
    isAttached: true,
    confine: confiner.confine,
    findRecord: findRecordIn(dependencies),
  })
  const tool: OpenTool['tool'] = {
    name: 'run_cli_app',
    description: '',
    effect: 'unknown',
    input: RunCliAppInput,
    async prepare(input: RunCliAppInput, { attached }) {
      const { shown, facts, hold, current } = await prepareRun(input, attached)
      return {
        ...facts,
        run: async ({ signal, attached }) => {
          const outcome = await runPrepared(await current(), { workspace, limits, signal, attached })
          const names = shown.stages.flatMap(({ record }) =>
            record.manifest.requires?.services === undefined ? [] : record.name,
          )
          if (outcome.exit_code === 0 || names.length === 0) return { ...outcome }
          const { withServiceHint } = await import('../services/service-hint.ts')
          const apps = await openAppsOf(dependencies)()
          const settings = { ...dependencies, confine: confiner.confine, apps }
          return { ...(await withServiceHint(outcome, names, settings)) }
        },
        wait: async () => {
          hold()
          return {}
        },
      }
    },
  }
  return { tool, isBuiltIn: true, input: { check: (value) => checkByZod(RunCliAppInput, value) } }
}

const openAppsOf =
  ({ workspace, signatures }: Pick<RunDependencies, 'workspace' | 'signatures'>) =>
  async (): Promise<InstalledApps> => {
    const { openInstalledApps } = await import('../installed-apps.ts')
    return openInstalledApps(workspace, signatures)
  }

/** Reads as little of a record as the call needs; the other apps only to name those with similar names. */
function findRecordIn({ workspace, signatures }: RunDependencies): RunServices['findRecord'] {
  const openAll = openAppsOf({ workspace, signatures })
  const list = async () => (await openAll()).list()
  return async (name, program) => {
    if (program !== undefined)
      return programRecord(await installedRecord<InstallRecord>(await openAll(), name, false), program)
    const get = async (app: Parameters<typeof readRunRecord>[1]) => {
      const record = await readRunRecord(workspace, app, signatures)
      return record && { record }
    }
    return calledRecord({ list, get }, name, false)
  }
}
