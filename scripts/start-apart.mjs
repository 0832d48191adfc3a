import path from 'node:path'

/**
 * A plugin for esbuild: of what is imported dynamically, only source files that `isInside` chooses by their path in `folder`
 * are bundled for the entry. All else stays an import of the same path below the output folder, and is handed to `onRest`,
 * to be built by itself.
 *
 * In one graph esbuild keeps whatever any command needs of a shared file such as zod, so that the quickest command would
 * load as much of it as the largest. Each graph has its own copy of shared files: nothing may rest on state that such a file
 * keeps.
 */
export function startApart({ folder, entry, isInside, onRest }) {
  return {
    name: 'start-apart',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path: specifier, kind, resolveDir }) => {
        const file = path.join(resolveDir, specifier)
        if (kind !== 'dynamic-import' || isInside(path.relative(folder, file))) return undefined
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
    },
  }
}
