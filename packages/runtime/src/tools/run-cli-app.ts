import {
  type InstallRecord,
  InvalidError,
  isAppName,
  issuesOf,
  NotFoundError,
  nearestNames,
  t,
  toLine,
  UsageError,
} from '@cli-apps/core'
import * as z from 'zod'
import { withoutSecretArguments } from '../audit/redact-arguments.ts'
import { isSuspect, recordEffect } from '../confirm/call-effect.ts'
import { thereForCall } from '../confirm/there-for-call.ts'
import type { InstalledApp, InstalledApps } from '../installed-apps.ts'
import { judgedBy, openInstalledCommands } from '../installed-commands.ts'
import { type Invocation, prepareInvocation, type RunSettings } from '../invoke/prepare-invocation.ts'
import { runApp } from '../invoke/run-app.ts'
import type { JobRequest } from '../jobs/job-call.ts'
import type { JobMaker } from '../jobs/open-jobs.ts'
import type { Limits } from '../options.ts'
import { callArguments } from './call-arguments.ts'
import { confirmedInvocation, type PreparedRun } from './confirmed-invocation.ts'
import { describeInstalled } from './describe-installed.ts'
import { runAsJob } from './run-as-job.ts'
import type { PreparingTool } from './tool.ts'

/** The limit of Linux for one argument, and a total that leaves space for the environment. */
const argumentBytes = 131_071
const totalBytes = 1_000_000

const Text = z.string().refine((text) => text.isWellFormed() && !text.includes('\0'), {
  error: () => t('grants-file.text-without-nul', 'must be text without NUL'),
})

/** Models write `5` and `true` as JSON when they mean arguments. */
const asText = (value: unknown): unknown =>
  typeof value === 'number' || typeof value === 'boolean' ? String(value) : value

const Argument = Text.refine((text) => Buffer.byteLength(text) <= argumentBytes, {
  error: () => t('run-cli-app.argument-bytes', 'must have at most {argumentBytes} bytes', { argumentBytes }),
})

const Arguments = z
  .array(z.preprocess(asText, Argument))
  .max(1000)
  .refine((args) => args.reduce((sum, text) => sum + Buffer.byteLength(text) + 1, 0) <= totalBytes, {
    error: () =>
      t(
        'run-cli-app.total-bytes',
        'must have at most {totalBytes} bytes together; put the text into a file',
        { totalBytes },
      ),
  })

/** Taken as it is: the command's own schema reads it, and a record would drop a key such as `__proto__` unseen. */
const CommandInput = z
  .custom<Readonly<Record<string, unknown>>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    { error: () => t('check-input.must-object', 'must be an object') },
  )
  .meta({ type: 'object' })

/** Seconds that a run may take while a call waits for it, and as a job that nobody waits for. */
const longestRun = 600
const longestJob = 86_400
const usualJob = 3600

const RunCliAppInput = z
  .strictObject({
    name: z.string().describe('Name of an installed app'),
    args: Arguments.optional().describe('Arguments after the program, one item each, with no quoting'),
    command: Text.optional().describe('Instead of args: words of one of its commands, called by input'),
    input: CommandInput.optional().describe('Options and arguments of command by name'),
    json: z
      .boolean()
      .optional()
      .describe("Adds the app's own option for JSON output and parses what it prints"),
    working_dir: Text.optional().describe('Folder in the workspace to run in; the workspace when absent'),
    timeout: z
      .number()
      .min(1)
      .max(longestJob)
      .optional()
      .describe(
        `Seconds; 60 when absent, unless the app says otherwise. At most ${longestRun}, with background ${longestJob} (3600 when absent)`,
      ),
    background: z
      .boolean()
      .optional()
      .describe('Return immediately with a job that continues running, and the file for its result'),
  })
  .refine(({ timeout = 0, background = false }) => background || timeout <= longestRun, {
    path: ['timeout'],
    error: () =>
      t('run-cli-app.timeout', 'must be at most {longestRun}; with background, {longestJob}', {
        longestRun,
        longestJob,
      }),
  })

export interface RunCliAppServices extends RunSettings {
  apps: InstalledApps
  limits: Limits
  /** Whether the model has a tool of that name now. */
  hasTool(name: string): boolean
  jobs: JobMaker
}

/** The one tool for all installed apps: argv without a shell, clean environment, bounded output. */
export function createRunCliApp({
  apps,
  limits,
  hasTool,
  jobs,
  ...settings
}: RunCliAppServices): PreparingTool<typeof RunCliAppInput> {
  const { workspace } = settings
  const commands = openInstalledCommands(workspace)
  return {
    name: 'run_cli_app',
    effect: 'unknown',
    input: RunCliAppInput,
    description: createDescription({ apps, limits, hasTool }),
    async prepare({ name, json = false, working_dir: workingDir, background = false, ...call }) {
      const prepareRun = async (): Promise<PreparedRun & { args: readonly string[] }> => {
        const record = await installedRecord(apps, name, hasTool('install_cli_app'))
        const args = fitting(await callArguments(record, call, commands))
        const timeout = call.timeout ?? (background ? jobTimeout(record) : undefined)
        return {
          record,
          args,
          invocation: await prepareInvocation(record, { args, json, workingDir, timeout }, settings),
        }
      }
      const shown = await prepareRun()
      const { record, args, invocation } = shown
      const { hold, current } = confirmedInvocation(shown, prepareRun)
      const tree = await judgedBy(commands, record)
      const isJob = background || invocation.timeout * 1000 > limits.jobAfterMs
      return {
        effect: recordEffect(record, tree, args, thereForCall(invocation.cwd, args)),
        isSuspect: isSuspect(record, tree, args),
        summary: summaryOf(record.name, args),
        app: record.name,
        args: invocation.argv.slice(record.argv.length),
        workingDir: invocation.cwd,
        secrets: invocation.secrets,
        ...(isJob
          ? runAsJob(
              jobs,
              { ...jobFacts(invocation, args, { json, background }), invocation: current },
              { background, waitMs: limits.jobAfterMs, hold },
            )
          : {
              run: async ({ signal }) => ({
                ...(await runApp(await current(), { workspace, limits, signal })),
              }),
              wait: async () => {
                hold()
                return {}
              },
            }),
      }
    },
  }
}

/** Names the installed apps; made again only when they or the tools have changed. */
function createDescription({
  apps,
  limits,
  hasTool,
}: Pick<RunCliAppServices, 'apps' | 'limits' | 'hasTool'>): () => Promise<string> {
  let described: { apps: readonly InstalledApp[]; canFind: boolean; text: string } | undefined
  return async () => {
    const installed = await apps.list()
    const canFind = hasTool('find_cli_apps')
    if (described?.apps !== installed || described.canFind !== canFind) {
      const text = describeInstalled(installed, { budget: limits.descriptionTokens, canFind })
      described = { apps: installed, canFind, text }
    }
    return described.text
  }
}

/** Seconds that a job has when the call does not say: what the app wants if that is more than usual. */
const jobTimeout = ({ manifest }: InstallRecord): number => Math.max(manifest.run?.timeout ?? 0, usualJob)

/** What of the call is written down with a job. */
const jobFacts = (
  invocation: Invocation,
  args: readonly string[],
  { json, background }: { json: boolean; background: boolean },
): Omit<JobRequest, 'invocation'> => ({
  tool: 'run_cli_app',
  app: invocation.name,
  input: {
    name: invocation.name,
    args: withoutSecretArguments(args, invocation.secrets),
    working_dir: invocation.cwd,
    timeout: invocation.timeout,
    ...(json && { json }),
    ...(background && { background }),
  },
})

const summaryOf = (name: string, args: readonly string[]): string =>
  [name, ...args.map((arg) => (/^[\w./:=@%+,-]+$/.test(arg) ? arg : JSON.stringify(arg)))].join(' ')

/** Arguments that were made of an input are held to the same limits. */
function fitting(args: readonly string[]): readonly string[] {
  const parsed = Arguments.safeParse(args)
  if (parsed.success) return parsed.data
  throw new InvalidError(
    'tool.bad-arguments',
    t('tool.bad-arguments', 'The input makes arguments that are too long for any program.'),
    {
      hint: t('tool.bad-arguments.hint', 'Put long text into a file; nothing was run.'),
      issues: issuesOf(parsed.error, args).slice(0, 1),
    },
  )
}

/** Throws `UsageError` for what is no name, `NotFoundError` with the nearest installed names, or what is wrong with the record. */
async function installedRecord(
  apps: InstalledApps,
  name: string,
  canInstall: boolean,
): Promise<InstallRecord> {
  const app = isAppName(name) ? await apps.get(name) : undefined
  if (app?.record !== undefined) return app.record
  if (app !== undefined) throw app.error
  const near = nearest(await apps.list(), name)
  const shown = JSON.stringify(toLine(name, 100))
  const meant =
    near.length === 0
      ? ''
      : t('run-cli-app.did-you-mean', 'Did you mean {near}? ', {
          near: near.map((one) => `"${one}"`).join(' or '),
        })
  if (!isAppName(name)) {
    throw new UsageError(
      'app.bad-name',
      t('app.bad-name.not-name-app', '{shown} is not the name of an app.', { shown }),
      {
        hint: t(
          'app.bad-name.hint.pass-bare-name-installed',
          '{meant}Pass the bare name of an installed app: no path, no arguments.',
          { meant },
        ),
      },
    )
  }
  throw new NotFoundError(
    'app.not-installed',
    t('app.not-installed', '{shown} is not installed in this workspace.', { shown }),
    {
      // Whoever mistyped a name is not to install what has the mistyped one.
      hint:
        meant.trim() ||
        (canInstall
          ? t('app.not-installed.hint', 'If find_cli_apps names it, install_cli_app installs it.')
          : t(
              'app.not-installed.hint.user-can-install-npx',
              'The user can install it with: npx cli-apps install {name}',
              { name },
            )),
    },
  )
}

/** An app of that alias, else the nearest names; a path counts by its last part. */
function nearest(installed: readonly InstalledApp[], name: string): string[] {
  const word = (name.split(/[/\\@]/).findLast((part) => part !== '') ?? '').toLowerCase().slice(0, 100)
  const named = installed.filter(({ record }) =>
    record?.manifest.aliases?.some((alias) => alias.toLowerCase() === word),
  )
  if (word === '') return []
  return named.length > 0
    ? named.map((app) => app.name)
    : nearestNames(
        word,
        installed.map((app) => app.name),
      )
}
