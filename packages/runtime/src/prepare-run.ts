import { type CommandNode, type Effect, InvalidError, issuesOf, programTitle, t } from '@cli-apps/core'
import { isSuspect, recordEffect } from '@cli-apps/core/call-effect'
import { thereForCall } from './confirm/there-for-call.ts'
import { judgedBy, openInstalledCommands } from './installed-commands.ts'
import {
  type CalledRecord,
  type Invocation,
  prepareInvocation,
  type RunSettings,
  type StageRequest,
} from './invoke/prepare-invocation.ts'
import type { AttachedRun } from './streams/attached-run.ts'
import { readsInput } from './streams/reads-input.ts'
import { type AppCall, callArguments } from './tools/call-arguments.ts'
import { confirmedInvocation, type PreparedRun } from './tools/confirmed-invocation.ts'
import { Arguments, jobTimeout, type RunCliAppInput } from './tools/run-cli-app-input.ts'
import type { CallPart, PreparedCall } from './tools/tool.ts'

export interface RunServices extends RunSettings {
  /** The output goes to whoever waits for it, in every call. */
  isAttached?: boolean
  /** The record of an installed app, as that program sees it where one is named. Throws where there is none. */
  findRecord(name: string, program: string | undefined): Promise<CalledRecord>
}

/** A run of installed apps that was checked, and what it would do. */
interface CheckedRun extends ReturnType<typeof confirmedInvocation> {
  shown: PreparedRun
  facts: Omit<PreparedCall, 'run'>
  /** The name of an app that was called by an alias, for the result. */
  named: { app?: string }
}

/** Turns calls of `run_cli_app` into runs that are ready to start. */
export function openRunPreparer(
  services: RunServices,
): (input: RunCliAppInput, attached: AttachedRun | undefined) => Promise<CheckedRun> {
  const { stageOf, judge } = openStages(services)
  return async ({ pipe = [], background = false, json = false, working_dir, timeout, ...call }, attached) => {
    const prepareRun = async (): Promise<PreparedRun> => {
      const stages = [await stageOf(call), ...(await Promise.all(pipe.map(stageOf)))] as const
      const seconds = timeout ?? (background ? jobTimeout(longestOf(stages)) : timeoutOf(attached))
      const request = { ...call, stages, json, workingDir: working_dir, timeout: seconds }
      return { stages, invocation: await prepareInvocation(request, services) }
    }
    const shown = await prepareRun()
    const { stages, invocation } = shown
    const parts = await Promise.all(
      stages.map((stage, at) =>
        judge(stage, { cwd: invocation.cwd, hasInput: at > 0 || invocation.input !== null }),
      ),
    )
    const named = stages[0].record.name === call.name ? {} : { app: stages[0].record.name }
    return { shown, facts: factsOf(shown, parts), named, ...confirmedInvocation(shown, prepareRun) }
  }
}

interface NamedCall extends AppCall {
  name: string
  program?: string | undefined
}

/** An app, and its program where that is not the entry point. */
const calledProgram = ({ name, called }: CalledRecord): { app: string; program?: string } => ({
  app: name,
  ...(called !== undefined && { program: called }),
})

/** Makes stages of calls, and says what each of them would do. */
function openStages({ findRecord, workspace, isAttached = false }: RunServices) {
  const commands = openInstalledCommands(workspace)
  // Without effects in the manifest every call is unknown, and no hint on its input is given where it is attached.
  const treeOf = async (record: CalledRecord): Promise<CommandNode | undefined> =>
    isAttached && record.manifest.run?.effects === undefined ? undefined : judgedBy(commands, record)
  return {
    async stageOf({ name, program, ...call }: NamedCall): Promise<StageRequest> {
      const record = await findRecord(name, program)
      const args = fitting(await callArguments(record, call, commands))
      return { record, args, readsInput: readsInput(await treeOf(record)) }
    },
    async judge(
      { record, args }: StageRequest,
      { cwd, hasInput }: { cwd: string; hasInput: boolean },
    ): Promise<CallPart> {
      const tree = await treeOf(record)
      return {
        ...calledProgram(record),
        args,
        effect: recordEffect(record, tree, args, { isThere: thereForCall(cwd, args), hasInput }),
        isSuspect: isSuspect(record, tree, args, { hasInput }),
      }
    },
  }
}

/** Whoever sees the output as it comes decides when it took too long. */
const timeoutOf = ({ timeout, output }: AttachedRun = {}): number | undefined =>
  timeout ?? (output === undefined ? undefined : Number.POSITIVE_INFINITY)

const longestOf = (stages: readonly StageRequest[]): number =>
  Math.max(...stages.map(({ record }) => record.manifest.run?.timeout ?? 0))

/** What a run would do, each of its programs judged as a call of its own. */
function factsOf(
  { stages: [first], invocation }: PreparedRun,
  parts: readonly CallPart[],
): Omit<PreparedCall, 'run'> {
  const { output, cwd, stages } = invocation
  const written: CallPart[] = output === null ? [] : [{ effect: 'write' }]
  const judged = [...parts, ...written]
  return {
    effect: strongest(judged.map(({ effect }) => effect)),
    isSuspect: judged.some((part) => part.isSuspect),
    parts: judged,
    summary: summaryOf(invocation, parts),
    ...calledProgram(first.record),
    args: stages[0].argv.slice(first.record.argv.length),
    ...(parts.length > 1 && {
      pipe: parts.slice(1).map(({ app = '', args = [], program }) => ({
        app,
        args,
        ...(program !== undefined && { program }),
      })),
    }),
    ...(output !== null && { stdoutFile: output.place }),
    workingDir: cwd,
    secrets: stages.flatMap(({ secrets }) => secrets),
  }
}

const order: readonly Effect[] = ['read', 'write', 'unknown', 'destructive']

const strongest = (effects: readonly Effect[]): Effect =>
  order.findLast((effect) => effects.includes(effect)) ?? 'unknown'

const wordOf = (arg: string): string => (/^[\w./:=@%+,-]+$/.test(arg) ? arg : JSON.stringify(arg))

function summaryOf({ input, output }: Invocation, parts: readonly CallPart[]): string {
  const line = parts
    .map(({ app = '', program, args = [] }) =>
      [programTitle({ name: app, called: program }), ...args.map(wordOf)].join(' '),
    )
    .join(' | ')
  const from = input?.kind === 'file' ? ` < ${wordOf(input.place)}` : ''
  return `${line}${from}${output === null ? '' : ` > ${wordOf(output.place)}`}`
}

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
