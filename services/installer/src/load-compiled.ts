import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Script } from 'node:vm'
import { keepCode, keptFiles, readCode } from './kept-code.ts'

/**
 * Loads one of the bundles in `starts/`, with the code that V8 compiled from it when this command first ran, or else when
 * another of its commands did: compiling takes as long as starting Node. Node itself can keep compiled code, but not before
 * 22. The build leaves only ASCII in the bundles, which are in `folder`.
 */
export function loadCompiled<Exports>(
  start: string,
  command: string,
  environment: NodeJS.ProcessEnv,
  folder = new URL('./starts/', import.meta.url),
): Exports {
  const file = fileURLToPath(new URL(`${start}.cjs`, folder))
  const code = `(function (exports, require, module, __filename, __dirname, __import) {${readFileSync(file, 'latin1')}\n})`
  const places = keptFiles(start, command, environment)
  const kept = places.map(readCode)
  const cachedData = kept.find((one) => one !== undefined)
  const script = new Script(code, { filename: file, cachedData })
  const missing = places.filter((_, at) => kept[at] === undefined || script.cachedDataRejected)
  if (missing.length > 0)
    process.once('exit', (status) => {
      // A word that is no command fails, and has no code worth keeping.
      if (status === 0) for (const place of missing) keepCode(place, script.createCachedData())
    })
  const module = { exports: {} as Exports }
  const importFrom = (specifier: string): Promise<unknown> =>
    import(specifier.startsWith('.') ? new URL(specifier, pathToFileURL(file)).href : specifier)
  script.runInThisContext()(module.exports, createRequire(file), module, file, path.dirname(file), importFrom)
  return module.exports
}
