import path from 'node:path'
import { writeFileAtomic } from '@cli-apps/core/node'
import type { CodeBlock } from '../code-blocks.ts'
import { shellCalls } from '../shell-calls.ts'
import { filesFor } from './needed-files.ts'
import { type Place, succeed } from './place.ts'
import { smallApps } from './small-apps.ts'
import { needs } from './special-needs.ts'

/** Commands that need installed apps: those that they name, or any. */
const usesApps =
  /^(?:run|list|verify|uninstall|update|pin|outdated|audit|sbom|lock|ci|skill|tools|service|env|grant|revoke|shim|doctor|inspect|mcp)$/u

/** The app that a block publishes, which is not there before. */
export const publishedBy = ({ text }: CodeBlock): string | undefined =>
  /(?:publish (?=\S+\.json)|-X PUT .*@)(\S+)\.json/u.exec(text)?.[1]

/** Prepares what a block takes for granted. */
export async function prepare(block: CodeBlock, place: Place): Promise<void> {
  const { machine, registry, token } = place
  const credentials = JSON.stringify({ tokens: { [`${registry.url}/`]: token } })
  await writeFileAtomic(path.join(machine.home, 'config/cli-apps/credentials.json'), credentials, 0o600)
  for (const { file, text, mode } of filesFor(block, place))
    await writeFileAtomic(path.join(machine.workspace, file), text, mode)
  const apps = appsFor(block)
  if (apps.length > 0) await succeed(machine, 'install', ...apps, '--yes')
  for (const need of needs) if (need.when.test(block.text)) await need.prepare(place, block)
}

/** The apps that a block uses and does not install itself, in their first version. */
function appsFor({ text }: CodeBlock): string[] {
  const calls = shellCalls(text).map((words) => words.filter((word) => word !== 'npx'))
  const ours = calls.filter(([program]) => program === 'cli-apps').map(([, ...args]) => args)
  const installed = ours.filter(([command]) => command === 'install').flatMap(namedApps)
  const using = ours.filter(([command = '']) => usesApps.test(command))
  const named = using.flatMap(namedApps)
  if (using.length === 0) return []
  // What is looked up are packages of package managers.
  const any = using.some(([command]) => command === 'audit') ? 'esbuild' : 'prettier'
  const needed = named.length > 0 || installed.length > 0 ? named : [any]
  return [...new Set(needed)]
    .filter((name) => !installed.includes(name))
    .map((name) => `${name}@${smallApps[name]?.versions[0]}`)
}

const byOtherName: Readonly<Record<string, string>> = { rg: 'ripgrep', mlr: 'miller', gh: 'github' }

function namedApps([, ...words]: readonly string[]): string[] {
  const names = words.map((word) => word.split('@')[0] ?? '').map((name) => byOtherName[name] ?? name)
  return names.filter((name) => Object.hasOwn(smallApps, name))
}
