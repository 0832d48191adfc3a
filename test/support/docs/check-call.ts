import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type CommandDefinition, type Program, readCommandLine } from '@cli-apps/core/command-line'
import * as z from 'zod'
import { program as installer } from '../../../services/installer/src/cli.ts'
import { commandFacts } from '../../../services/installer/src/command-facts.ts'
import { registryProgram } from '../../../services/registry/src/cli.ts'
import { root } from './code-blocks.ts'

/** What is wrong with a call of a document, if anything is; `isUnknown`: it calls a program that is not ours. */
export type Verdict = { fault?: string; isUnknown?: true }

const PackageFile = z.object({
  name: z.string(),
  version: z.string(),
  scripts: z.record(z.string(), z.string()).default({}),
  workspaces: z.array(z.string()).default([]),
})
const readPackage = (folder: string): z.output<typeof PackageFile> =>
  PackageFile.parse(JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')))

const workspace = readPackage('.')
const packages = workspace.workspaces.map((folder) => ({ folder, ...readPackage(folder) }))
const tarballs = packages.map(
  ({ name, version }) => `${name.replace('@', '').replace('/', '-')}-${version}.tgz`,
)

/** What a shell does itself, and npm without a word of ours. */
const harmless = ['cd', 'mkdir', 'export']
const npmCommands = ['ci', 'init', 'install', 'pack', 'run', 'test']

/** Checks one call, such as `npx cli-apps list`. */
export async function checkCall(words: readonly string[]): Promise<Verdict> {
  const stale = words.find((word) => word.endsWith('.tgz') && !tarballs.includes(path.posix.basename(word)))
  if (stale !== undefined) return { fault: `no package of ours is packed as ${stale}` }
  const [name = '', ...args] = words[0] === 'npx' ? words.slice(1).filter((word) => word !== '--yes') : words
  if (name === 'cli-apps' || /\/cli-apps-[\d.]+\.tgz$/u.test(name)) return checkInstaller(args)
  if (name === 'cli-apps-registry') return checkProgram(args, registryProgram)
  if (name === 'npm') return checkNpm(args)
  return harmless.includes(name) ? {} : { isUnknown: true }
}

async function checkInstaller(words: readonly string[]): Promise<Verdict> {
  const verdict = await checkProgram(words, installer)
  const line = await readCommandLine(words, installer)
  if (verdict.fault !== undefined || line.kind !== 'call') return verdict
  const [subcommand] = line.args
  const [choices] = commandFacts[line.name]?.completes ?? []
  // An empty list offers nothing and says nothing about what is valid.
  if (subcommand === undefined || !Array.isArray(choices) || choices.length === 0) return {}
  return choices.includes(subcommand) ? {} : { fault: `${line.name} has no subcommand ${subcommand}` }
}

async function checkProgram<Command extends CommandDefinition>(
  words: readonly string[],
  program: Program<Command>,
): Promise<Verdict> {
  const line = await readCommandLine(words, program)
  return line.kind === 'invalid' ? { fault: line.error().message } : {}
}

function checkNpm([command = '', ...args]: readonly string[]): Verdict {
  if (!npmCommands.includes(command)) return { fault: `npm ${command} is not used here` }
  const [script = ''] = args
  if (command === 'run' && !Object.hasOwn(workspace.scripts, script))
    return { fault: `package.json has no script ${script}` }
  const asked = args.filter((_, index) => args[index - 1] === '--workspace')
  const missing = asked.find((word) => !packages.some(({ folder, name }) => word === folder || word === name))
  return missing === undefined ? {} : { fault: `the workspace ${missing} does not exist` }
}
