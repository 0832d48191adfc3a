import { readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * An esbuild plugin that turns imports of a package's entry point (`index.ts`) into imports of the files that it re-exports.
 * In a program split into chunks, esbuild loads every file of an entry point with any import of it, so listing apps would
 * load the search's synonyms. `entryPoints` maps specifiers to files.
 */
export function importSourceFiles(entryPoints) {
  return {
    name: 'import-source-files',
    async setup(build) {
      const files = new Map(
        await Promise.all(
          Object.entries(entryPoints).map(async ([specifier, file]) => [
            specifier,
            await exportsOf(file, entryPoints),
          ]),
        ),
      )
      build.onLoad({ filter: /\.tsx?$/ }, async ({ path: file }) => ({
        contents: importDirectly(await readFile(file, 'utf8'), files),
        loader: file.endsWith('x') ? 'tsx' : 'ts',
      }))
    },
  }
}

/** Names that an entry point re-exports, with the file that each comes from. */
async function exportsOf(entryPoint, entryPoints) {
  const text = await readFile(entryPoint, 'utf8')
  return new Map(
    namesOf(text, /^export\s*\{([^}]*)\}\s*from\s*'([^']+)'/gm).map(([name, file]) => [
      name,
      entryPoints[file] ?? path.resolve(path.dirname(entryPoint), file),
    ]),
  )
}

function importDirectly(text, files) {
  return text.replace(/^import\s*\{([^}]*)\}\s*from\s*'([^']+)'/gm, (statement, names, specifier) => {
    const behind = files.get(specifier)
    if (behind === undefined) return statement
    return wordsOf(names)
      .map((name) => `import { ${name} } from ${JSON.stringify(behind.get(name.split(' ')[0]) ?? specifier)}`)
      .join(';')
  })
}

const namesOf = (text, pattern) =>
  [...text.matchAll(pattern)].flatMap(([, names, file]) => wordsOf(names).map((name) => [name, file]))

/** The names between braces, without type-only names. */
const wordsOf = (names) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
