import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * A plugin for esbuild: imports of a door of core (`index.ts`) become imports of the files behind it. Where a program is
 * split into chunks, esbuild loads every file behind a door with whatever comes through it, so that listing apps would
 * load the search's synonyms. `doors` are specifiers with the file that each stands for.
 */
export function pastDoors(doors) {
  return {
    name: 'past-doors',
    async setup(build) {
      const files = new Map(
        await Promise.all(
          Object.entries(doors).map(async ([specifier, file]) => [specifier, await exportsOf(file)]),
        ),
      )
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => ({
        contents: importPastDoors(await readFile(file, 'utf8'), files),
        loader: file.endsWith('x') ? 'tsx' : 'ts',
      }))
    },
  }
}

/** Names that a door lets out, with the file that each comes from. */
async function exportsOf(door) {
  const text = await readFile(door, 'utf8')
  return new Map(
    namesOf(text, /^export\s*\{([^}]*)\}\s*from\s*'([^']+)'/gm).map(([name, file]) => [
      name,
      path.resolve(path.dirname(door), file),
    ]),
  )
}

function importPastDoors(text, files) {
  return text.replace(/^import\s*\{([^}]*)\}\s*from\s*'([^']+)'/gm, (statement, names, specifier) => {
    const behind = files.get(specifier)
    if (behind === undefined) return statement
    return wordsOf(names)
      .map((name) => `import { ${name} } from ${JSON.stringify(behind.get(name.split(' ')[0]))}`)
      .join(';')
  })
}

const namesOf = (text, pattern) =>
  [...text.matchAll(pattern)].flatMap(([, names, file]) => wordsOf(names).map((name) => [name, file]))

/** The names between braces, without those that are types alone. */
const wordsOf = (names) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
