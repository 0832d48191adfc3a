import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError, issuesOf, parseJson, RecipeResults } from '@cli-apps/core'
import { readText, writeFileAtomic } from '@cli-apps/core/node'

/** The file of the results of an app's recipes, beside its manifest. */
export const resultsFile = (folder: string, name: string): string =>
  path.join(folder, 'recipes', `${name}.json`)

/** Reads the results of an entry; `undefined` without any. Throws `InvalidError` for a damaged file. */
export async function readResults(folder: string, name: string): Promise<RecipeResults | undefined> {
  const file = resultsFile(folder, name)
  const text = await readText(file)
  if (text === undefined) return undefined
  const parsed = RecipeResults.safeParse(parseJson(text, file))
  if (parsed.success) return parsed.data
  throw new InvalidError('catalog.damaged-results', `${file} is not a valid list of results of recipes.`, {
    hint: `Run again: npm run catalog:recipes -- ${name} --write`,
    issues: issuesOf(parsed.error, undefined),
  })
}

/** Writes the results of an entry, one recipe per line; those of no recipes are removed. */
export async function writeResults(folder: string, { recipes, ...facts }: RecipeResults): Promise<void> {
  const file = resultsFile(folder, facts.name)
  if (Object.keys(recipes).length === 0) return rm(file, { force: true })
  const field = ([key, value]: [string, unknown]): string =>
    `${JSON.stringify(key)}: ${JSON.stringify(value)}`
  const lines = Object.entries(recipes).map((one) => `    ${field(one)}`)
  const head = Object.entries(facts).map((one) => `  ${field(one)}`)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFileAtomic(file, `{\n${head.join(',\n')},\n  "recipes": {\n${lines.join(',\n')}\n  }\n}\n`)
}
