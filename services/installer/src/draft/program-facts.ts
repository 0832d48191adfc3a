import { realpath } from 'node:fs/promises'
import path from 'node:path'
import { toLine } from '@cli-apps/core'
import { hasCode, programOf } from '@cli-apps/core/node'
import { readProgram } from '../adopt/read-program.ts'
import type { CommandContext } from '../context.ts'
import { findTarget } from '../inspect/find-target.ts'
import { debianPackageOf } from './debian-facts.ts'
import type { PackageFacts } from './package-facts.ts'

interface FoundProgram extends PackageFacts {
  /** The package of each kind that brought the program here. */
  packages: { npm?: string | undefined; apt?: string | undefined }
  /** Why its help could not be read. */
  unread?: string
}

/**
 * Reads the help and the version of a program that is on this machine, and finds the package it came with. Throws
 * `NotFoundError` `inspect.no-program`.
 */
export async function programFacts(word: string, context: CommandContext): Promise<FoundProgram> {
  const { name, argv } = await findTarget(word, context)
  const file = programOf(argv) ?? name
  const packages = await packagesOf(file, context)
  const known = { source: file, executables: [name], entryPoint: name, packages }
  try {
    const { commands: tree, version } = await readProgram(name, argv, context)
    const expect = version?.expect
    return {
      ...known,
      version: version?.version,
      summary: toLine(tree.summary, 120) || undefined,
      commands: tree.commands.filter(({ hidden }) => !hidden).map((command) => command.name),
      ...(version && { printsVersion: { args: version.args, ...(expect !== undefined && { expect }) } }),
    }
  } catch (error) {
    if (!hasCode(error, 'adopt.no-help') || !(error instanceof Error)) throw error
    return { ...known, unread: error.message }
  }
}

async function packagesOf(file: string, context: CommandContext): Promise<FoundProgram['packages']> {
  const real = await realpath(file).catch(() => file)
  const inModules = real.split(path.sep).join('/').split('/node_modules/').at(-1) ?? ''
  const npm = real.includes('node_modules') ? /^(?:@[^/]+\/)?[^/]+(?=\/)/.exec(inModules)?.[0] : undefined
  if (npm !== undefined) return { npm }
  // A merged /usr keeps the old path in the list of files.
  for (const place of new Set([file, real, real.replace(/^\/usr\//, '/')])) {
    const apt = await debianPackageOf(place, context)
    if (apt !== undefined) return { apt }
  }
  return {}
}
