import path from 'node:path'

/**
 * A plugin for esbuild: of what is imported dynamically, only source files that `isInside` chooses by their path in `folder`
 * are bundled for the entry. All else stays an import of the same path below the output folder, and is handed to `onRest`,
 * to be built by itself; but of what the file `table` imports, this entry never needs more than it has inside.
 *
 * In one graph esbuild keeps whatever any command needs of a shared file such as zod, so that the quickest command would
 * load as much of it as the largest. Each graph has its own copy of shared files: nothing may rest on state that such a file
 * keeps.
 */
export function startApart({ folder, entry, isInside, table, onRest }) {
  return {
    name: 'start-apart',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path: specifier, kind, resolveDir, importer }) => {
        const file = path.join(resolveDir, specifier)
        const name = path.relative(folder, file)
        if (kind !== 'dynamic-import' || isInside(name)) return undefined
        if (path.relative(folder, importer) === table) return { path: 'elsewhere', namespace: 'elsewhere' }
        onRest(file)
        // As esbuild names what is outside of the folder.
        const output = path
          .relative(folder, file)
          .split(path.sep)
          .map((part) => (part === '..' ? '_.._' : part))
          .join('/')
          .replace(/\.ts$/, '.js')
        const fromEntry = path.posix.relative(path.posix.dirname(entry), output)
        return { path: fromEntry.startsWith('.') ? fromEntry : `./${fromEntry}`, external: true }
      })
      build.onLoad({ filter: /^/, namespace: 'elsewhere' }, () => ({
        contents: `throw new Error('This command is in another bundle than ${entry}')`,
      }))
    },
  }
}
