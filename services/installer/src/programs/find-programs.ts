import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { type AppManifest, type AppProgram, isAppError, t } from '@cli-apps/core'
import { appRootAmong, isExecutableFile, programArgv, programOf } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { executableName } from '../strategies/executable-name.ts'
import { strategyFor } from '../strategies/index.ts'
import { readStrategyHost } from '../strategies/read-strategy-host.ts'
import type { Place } from '../strategies/strategy.ts'

/** A program besides the entry point, and how it is started. */
export interface FoundOther {
  name: string
  argv: string[]
}

interface FoundPrograms {
  programs: FoundOther[]
  /** Names of those that the package does not have here. */
  missing: string[]
}

type Searched = Pick<InstallPlan, 'method' | 'entry' | 'allowed'> & {
  manifest: Pick<AppManifest, 'programs'>
}

/** Finds the other programs of an app where its entry point was installed; `argv` starts that one. */
export async function findPrograms(
  argv: readonly string[],
  { manifest, method, entry, allowed }: Searched,
  context: CommandContext,
): Promise<FoundPrograms> {
  const { programs: declared = [] } = manifest
  if (declared.length === 0) return { programs: [], missing: [] }
  const host = await readStrategyHost([method], context)
  const strategy = strategyFor(method.method)
  const find = async (program: AppProgram): Promise<string[] | undefined> => {
    const bin = program.bin?.[method.method] ?? program.name
    const place: Place = { host, bin, prefix: entry?.prefix ?? '', allowed }
    const start = await (strategy.findOther?.(method, place) ?? findBeside(argv, bin))
    if (start === undefined) return undefined
    // In a root of its own, the kernel finds the interpreter of a script.
    const isRooted = appRootAmong([place.prefix], start) !== undefined
    return isRooted || (await canStart(start, host.environment)) ? start : undefined
  }
  const found = await Promise.all(
    declared.map(async (program) => ({ name: program.name, argv: await find(program) })),
  )
  return {
    programs: found.flatMap(({ name, argv: start }) => (start === undefined ? [] : { name, argv: start })),
    missing: found.flatMap(({ name, argv: start }) => (start === undefined ? name : [])),
  }
}

/** Looks in the folder of the entry point and, if that is a link, in the folder that it leads to. */
async function findBeside(argv: readonly string[], bin: string): Promise<string[] | undefined> {
  const entryPoint = programOf(argv)
  if (entryPoint === undefined) return undefined
  const folders = new Set([entryPoint, await realpath(entryPoint)].map((file) => path.dirname(file)))
  for (const folder of folders) {
    const file = path.join(folder, executableName(bin))
    if (await isExecutableFile(file)) return [file]
  }
  return undefined
}

/** A script whose interpreter is missing is of no use; calls resolve it again. */
async function canStart(start: readonly string[], environment: NodeJS.ProcessEnv): Promise<boolean> {
  const [program = '', ...rest] = start
  if (rest.length > 0) return true
  try {
    await programArgv(program, environment)
    return true
  } catch (error) {
    if (isAppError(error)) return false
    throw error
  }
}

export const missingPrograms = (name: string, missing: readonly string[]): string =>
  t('find-programs.missing', '{name} does not bring these programs here: {missing}.', {
    name,
    missing: missing.join(', '),
  })
