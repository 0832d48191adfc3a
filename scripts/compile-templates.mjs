import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import Handlebars from 'handlebars'

/**
 * Writes `compiled.mjs` into a folder of templates: its templates as functions and its word lists, so that a program
 * needs neither the compiler nor a file each. `optionsFile` is the JSON that the program itself compiles with.
 */
export async function compileTemplates(folder, optionsFile) {
  const options = JSON.parse(await readFile(optionsFile, 'utf8'))
  const names = (await readdir(folder, { recursive: true }))
    .map((name) => name.replaceAll(path.sep, '/'))
    .sort()
  const lines = ['export default {']
  for (const name of names) {
    if (!/\.(?:hbs|json)$/.test(name)) continue
    const text = await readFile(path.join(folder, name), 'utf8')
    const compiled = name.endsWith('.hbs') ? Handlebars.precompile(text, { ...options }) : undefined
    lines.push(
      compiled === undefined
        ? `${JSON.stringify(name)}: { text: ${JSON.stringify(text)} },`
        : `${JSON.stringify(name)}: { text: '', compiled: ${compiled} },`,
    )
  }
  await writeFile(path.join(folder, 'compiled.mjs'), `${[...lines, '}'].join('\n')}\n`)
}
