import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { appsHome } from '@cli-apps/core/node'
import { builtFrom } from './version.ts'

/** Commands and their aliases. */
const commandName = /^[a-z]{1,12}$/

/**
 * The files for the compiled code of a command: its own first, then that of the first command that ran from the same bundle.
 * V8 refuses code of another version of itself, but not that of other text of the same length: hence the build's digest.
 */
export function keptFiles(start: string, command: string, environment: NodeJS.ProcessEnv): string[] {
  const folder = keptFolder(environment)
  if (builtFrom === undefined || folder === undefined) return []
  const build = `${process.versions.node}-${process.arch}-${builtFrom.slice(7, 23)}`
  const names = new Set([...(commandName.test(command) ? [command] : []), start])
  return [...names].map((name) => path.join(folder, `${name}-${build}`))
}

/** Named as for Node's own cache; whoever has no home of cli-apps yet gets none for this. */
function keptFolder(environment: NodeJS.ProcessEnv): string | undefined {
  if (environment.NODE_DISABLE_COMPILE_CACHE) return undefined
  if (environment.NODE_COMPILE_CACHE) return path.join(environment.NODE_COMPILE_CACHE, 'cli-apps')
  const home = appsHome(environment)
  return existsSync(home) ? path.join(home, 'cache', 'code') : undefined
}

/** Returns the kept code, if there is any. */
export const readCode = (file: string): Buffer | undefined => ignoringErrors(() => readFileSync(file))

/** Of one command, each one or two megabytes: somebody may use several versions of cli-apps or of Node in turn. */
const mostBuilds = 3

/** Keeps the code, in place of that of the oldest builds. A start without it is slower, and that is all. */
export function keepCode(file: string, code: Buffer): void {
  const folder = path.dirname(file)
  ignoringErrors(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const draft = `${file}.${process.pid}.tmp`
    try {
      writeFileSync(draft, code, { flag: 'wx', mode: 0o600, flush: true })
      renameSync(draft, file)
    } finally {
      rmSync(draft, { force: true })
    }
    const ofCommand = `${path.basename(file).split('-', 1)[0]}-`
    const others = readdirSync(folder)
      .map((name) => path.join(folder, name))
      .map((one) => ({ one, keptAt: statSync(one).mtimeMs }))
      .sort((a, b) => b.keptAt - a.keptAt)
    const builds = others.filter(
      ({ one }) => path.basename(one).startsWith(ofCommand) && !one.endsWith('.tmp'),
    )
    // Of a process that was killed; others are writing theirs just now.
    const drafts = others.filter(({ one, keptAt }) => one.endsWith('.tmp') && keptAt < Date.now() - 3_600_000)
    for (const { one } of [...builds.slice(mostBuilds), ...drafts]) rmSync(one, { force: true })
  })
}

function ignoringErrors<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}
