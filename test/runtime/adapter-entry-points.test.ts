import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

it.each(['ai', 'openai', 'anthropic'])(
  '@cli-apps/runtime/%s loads nothing but its own few lines',
  async (entryPoint) => {
    const { metafile, outputFiles } = await build({
      absWorkingDir: root,
      stdin: { contents: `export * from '@cli-apps/runtime/${entryPoint}'`, resolveDir: root },
      bundle: true,
      format: 'esm',
      packages: 'bundle',
      conditions: ['@cli-apps/source'],
      platform: 'neutral',
      metafile: true,
      write: false,
    })
    const inputs = Object.keys(metafile.inputs).filter((file) => file !== '<stdin>')
    const own = new RegExp(`^packages/runtime/src/(${entryPoint}/|tools/result-images\\.ts$)`)
    expect(inputs.filter((file) => !own.test(file))).toEqual([])
    expect(inputs.length).toBeGreaterThan(1)
    expect(outputFiles[0]?.text).not.toMatch(/^import /m)
  },
)
