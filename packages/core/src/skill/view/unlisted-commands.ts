import { type CommandNode, commandWords } from '@cli-apps/help/command-tree'
import { effectOf, listedCommands } from '../../manifest/effect/effect.ts'
import type { AppManifest } from '../../manifest/manifest.ts'

/** Commands whose effect the manifest does not list; a branch without any listed command is represented by its top. */
export function unlistedCommands(root: CommandNode, manifest: AppManifest): string[] {
  const listed = listedCommands(manifest)
  const isAboveListed = (call: string): boolean => listed.some((path) => path.startsWith(`${call} `))
  const visit = (node: CommandNode, path: readonly string[]): string[] => {
    const call = path.join(' ')
    if (path.at(-1) === 'help' || (path.length === 1 && isAside(call, manifest.entry_point))) return []
    if (path.length > 0 && effectOf(manifest, path) !== 'unknown') return []
    if (path.length > 0 && !isAboveListed(call)) return [commandWords(path).join(' ')]
    return node.commands.flatMap((child) =>
      child.hidden || child.deprecated ? [] : visit(child, [...path, child.name]),
    )
  }
  return visit(root, [])
}

/** Completions, and what a help lists beside commands: manual pages and programs that are named after the program. */
const isAside = (name: string, program: string): boolean =>
  /^completions?$/.test(name) || (name !== program && name.startsWith(program))
