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
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { appsHome } from '@cli-apps/core/node'
import { builtFrom } from './version.ts'

/**
 * Loads one of the bundles in `starts/`, with the code that V8 compiled from it when this command first ran: compiling takes
 * as long as starting Node. Node itself can keep compiled code, but not before 22. The build leaves only ASCII in them.
 */
export function loadCompiled<Exports>(
  start: string,
  command: string,
  environment: NodeJS.ProcessEnv,
): Exports {
  const file = fileURLToPath(new URL(`./starts/${start}.cjs`, import.meta.url))
  const kept = keptFile(commandName.test(command) ? command : start, environment)
  const code = `(function (exports, require, module, __filename, __dirname, __import) {${readFileSync(file, 'latin1')}\n})`
  const script = new Script(code, {
    filename: file,
    cachedData: kept === undefined ? undefined : ignoringErrors(() => readFileSync(kept)),
  })
  if (kept !== undefined && script.cachedDataRejected !== false)
    process.once('exit', (status) => status === 0 && keep(kept, script.createCachedData()))
  const module = { exports: {} as Exports }
  const importFrom = (specifier: string): Promise<unknown> =>
    import(specifier.startsWith('.') ? new URL(specifier, pathToFileURL(file)).href : specifier)
  script.runInThisContext()(module.exports, createRequire(file), module, file, path.dirname(file), importFrom)
  return module.exports
}

/** An alias has code of its own. A word that is no command at all fails, and what failed is not kept. */
const commandName = /^[a-z]{1,12}$/

/** V8 refuses code of another version of itself, but not that of other text of the same length: hence the build's digest. */
function keptFile(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const folder = keptFolder(environment)
  if (builtFrom === undefined || folder === undefined) return undefined
  return path.join(folder, `${name}-${process.versions.node}-${process.arch}-${builtFrom.slice(7, 23)}`)
}

/** Named as for Node's own cache; whoever has no home of cli-apps yet gets none for this. */
function keptFolder(environment: NodeJS.ProcessEnv): string | undefined {
  if (environment.NODE_DISABLE_COMPILE_CACHE) return undefined
  if (environment.NODE_COMPILE_CACHE) return path.join(environment.NODE_COMPILE_CACHE, 'cli-apps')
  const home = appsHome(environment)
  return existsSync(home) ? path.join(home, 'cache', 'code') : undefined
}

/** Of one command, each one or two megabytes: somebody may use several versions of cli-apps or of Node in turn. */
const mostBuilds = 3

/** Keeps the code, in place of that of the oldest builds. A start without it is slower, and that is all. */
function keep(file: string, code: Buffer): void {
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
