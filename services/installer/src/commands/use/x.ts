import { cliCall, type InstallRecord, MethodKind, parseReference, t, UsageError } from '@cli-apps/core'
import { readWorkspaceFile } from '@cli-apps/core/node'
import type { ChangePlan, RunResult } from '@cli-apps/core/results'
import {
  type Command,
  type CommandResult,
  changeOptions,
  offlineOption,
  registryOption,
  textOption,
} from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { findOneOff } from '../../one-off/find-one-off.ts'
import { noteOneOffRun, oneOffWorkspace } from '../../one-off/one-off-workspace.ts'
import { registryLocations } from '../../resolve/registry-locations.ts'
import { openRunRuntime, runFolder } from '../../run/open-run-runtime.ts'
import { programOption } from '../../run/program-option.ts'
import { runApps } from '../../run/run-apps.ts'
import { sandboxOption, sandboxPolicy } from '../../run/sandbox-option.ts'
import { longestAttached, timeLimit } from '../../run/time-limit.ts'
import { placeOptions, readAllowances, readMethod } from '../change/install-options.ts'

const { jobs: _, ...allowances } = placeOptions

/** Loaded lazily: most runs need no more than what is granted. */
async function accessOf(record: InstallRecord, grants: readonly string[], context: CommandContext) {
  const { oneOffAccess } = await import('../../one-off/one-off-grants.ts')
  return oneOffAccess(record, grants, context)
}

export const x: Command<RunResult | ChangePlan> = {
  summary: 'Run an app without installing it in this workspace',
  usage: '[options] <name>[@range] [--] [arguments of the app …]',
  completes: ['available', 'file'],
  passesArguments: true,
  options: {
    ...programOption,
    refresh: { type: 'boolean', description: 'Ask the registry for a newer version that fits' },
    ...offlineOption,
    ...registryOption,
    method: {
      type: 'string',
      value: 'KIND',
      description: 'Use only this install method, such as npm or apt',
      completes: MethodKind.options,
    },
    ...allowances,
    grant: {
      type: 'string',
      value: 'ACCESS',
      multiple: true,
      description: 'Give this run what the app declares, such as file:~/.ssh; may be repeated',
    },
    timeout: {
      type: 'string',
      value: 'SECONDS',
      description:
        'End the app after this time, 1 to 86400 (default: no limit; with --json, 60 or what the app says)',
    },
    ...sandboxOption,
    'dry-run': { ...changeOptions['dry-run'], description: 'Show what would be installed and stop' },
    yes: {
      ...changeOptions.yes,
      description: 'Do not ask before the install, nor before destructive calls',
    },
  },
  async run([word = '', ...words], options, context) {
    if (word === '')
      throw new UsageError('cli.missing-name', t('cli.missing-name.missing-app-name', 'Missing app name.'), {
        hint: `${cliCall()} x <name>[@range] [--] [arguments …]`,
      })
    const args = words[0] === '--' ? words.slice(1) : words
    const { name, range } = parseReference(word)
    const limit = timeLimit(options, longestAttached)
    sandboxPolicy(options)
    const isExplicit = word.includes('@') || options.refresh === true
    const { allowGeneral, allowed } = readAllowances(options)
    const wish = { name, range, isExplicit, method: readMethod(options), allowGeneral }
    const registry = textOption(options, 'registry')
    const declared = await readWorkspaceFile(context.workspace)
    const locations = registryLocations(context, { flag: registry, declared })
    const workspace = oneOffWorkspace(context.config.home, locations, name)
    const grants = Array.isArray(options.grant) ? options.grant : []
    const runIt = async (record: InstallRecord): Promise<CommandResult<RunResult>> => {
      const access = grants.length === 0 ? {} : await accessOf(record, grants, context)
      await noteOneOffRun(workspace)
      await using runtime = await openRunRuntime(options, context, { apps: workspace.root, access })
      // A program besides the entry point may have led to its app.
      const named = record.manifest.programs?.find((program) => program.name === name)?.name
      const program = textOption(options, 'program') ?? (name === record.name ? undefined : named)
      const call = { name: record.name, args, program, working_dir: runFolder(context) }
      return await runApps(runtime, { call, ...limit, isConfirmed: options.yes === true }, context)
    }
    const isAsking = options.refresh === true || options['dry-run'] === true
    const found = isAsking ? undefined : await findOneOff(wish, workspace, context)
    if (found !== undefined) return runIt(found)
    // Loaded lazily: most runs find their app in place.
    const { installOneOff } = await import('../../one-off/install-one-off.ts')
    return installOneOff({ wish, allowed, registry, grants, options }, workspace, context, runIt)
  },
}
