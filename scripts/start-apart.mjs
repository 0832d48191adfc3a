import path from 'node:path'

/**
 * A plugin for esbuild: of what is imported dynamically, only `quick` (source files) is bundled. All else stays an import
 * of the same path below the output folder, and is handed to `onRest`, to be built by itself; files of `alone` are built by
 * somebody else.
 *
 * In one graph esbuild keeps whatever any command needs of a shared file such as zod, so that the quickest command would
 * load as much of it as the largest. The two graphs each have their own copy of shared files: nothing may rest on state
 * that such a file keeps.
 */
export function startApart({ folder, quick, alone = [], onRest }) {
  const quickFiles = new Set(quick.map((file) => path.join(folder, file)))
  const aloneFiles = new Set(alone.map((file) => path.join(folder, file)))
  return {
    name: 'start-apart',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path: specifier, kind, resolveDir }) => {
        const file = path.join(resolveDir, specifier)
        if (kind !== 'dynamic-import' || quickFiles.has(file)) return undefined
        if (!aloneFiles.has(file)) onRest(file)
        // As esbuild names what is outside of the folder.
        const output = path
          .relative(folder, file)
          .split(path.sep)
          .map((part) => (part === '..' ? '_.._' : part))
          .join('/')
          .replace(/\.ts$/, '.js')
        return { path: `./${output}`, external: true }
      })
    },
  }
}
