import path from 'node:path'

/**
 * A plugin for esbuild: of what is imported dynamically, only source files that `isInside` chooses by their path in `folder`
 * are bundled. All else stays an import of the same path below the output folder, and is handed to `onRest`, to be built by
 * itself; files of `alone` are built by somebody else.
 *
 * In one graph esbuild keeps whatever any command needs of a shared file such as zod, so that the quickest command would
 * load as much of it as the largest. Each graph has its own copy of shared files: nothing may rest on state that such a file
 * keeps.
 */
export function startApart({ folder, isInside, alone = [], onRest }) {
  const aloneFiles = new Set(alone.map((file) => path.join(folder, file)))
  return {
    name: 'start-apart',
    setup(build) {
      build.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path: specifier, kind, resolveDir }) => {
        const file = path.join(resolveDir, specifier)
        if (kind !== 'dynamic-import' || isInside(path.relative(folder, file))) return undefined
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

/**
 * A plugin for esbuild: whatever is imported dynamically first imports all of `base` (source files in `folder`), which is
 * then one chunk. Otherwise esbuild makes a chunk for each set of dynamic imports that share files, and a command would load
 * a hundred small ones.
 */
export function loadTogether({ folder, base }) {
  const text = base.map((file) => `import ${JSON.stringify(path.join(folder, file))}`).join('\n')
  return {
    name: 'load-together',
    setup(build) {
      build.onResolve(
        { filter: /^(\.\.?\/.*\.ts|@cli-apps\/.*)$/ },
        async ({ path: specifier, kind, resolveDir }) => {
          if (kind !== 'dynamic-import') return undefined
          const {
            path: file,
            external,
            errors,
          } = await build.resolve(specifier, { kind: 'import-statement', resolveDir })
          return { path: file, external, errors, namespace: external ? 'file' : 'after-base' }
        },
      )
      build.onResolve({ filter: /^base$/, namespace: 'after-base' }, () => ({
        path: 'base',
        namespace: 'base',
      }))
      build.onLoad({ filter: /.*/, namespace: 'after-base' }, ({ path: file }) => ({
        contents: `import 'base'\nexport * from ${JSON.stringify(file)}`,
        resolveDir: path.dirname(file),
      }))
      build.onLoad({ filter: /.*/, namespace: 'base' }, () => ({ contents: text, resolveDir: folder }))
    },
  }
}
