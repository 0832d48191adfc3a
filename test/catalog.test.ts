import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { MethodKind, Platform, parseJson, parseManifest, selectMethod } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../catalog', import.meta.url))
const files = readdirSync(folder).sort()
const read = (file: string) =>
  parseManifest(parseJson(readFileSync(path.join(folder, file), 'utf8'), file), file)

describe('the catalogue', () => {
  it.each(files)('%s is sound and fits some host', (file) => {
    const manifest = read(file)
    expect(`${manifest.name}.json`).toBe(file)
    const everyTool = { kinds: MethodKind.options }
    const detects = manifest.install.flatMap((method) => (method.method === 'bundled' ? [method.detect] : []))
    const tools = ['npm', 'uv', 'python3', 'cargo', 'go', 'apt-get', 'brew', 'winget', 'scoop', ...detects]
    const fits = Platform.options.filter(
      (platform) => selectMethod(manifest.install, { platform, tools }, everyTool).method,
    )
    expect(fits).not.toEqual([])
  })

  it('gives no name or alias twice', () => {
    const names = files
      .map(read)
      .flatMap(({ name, aliases = [] }) => [name, ...aliases.map((alias) => alias.toLowerCase())])
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  it('speaks Chinese too', () => {
    const silent = files.filter((file) => read(file).i18n?.zh?.summary === undefined)
    expect(silent).toEqual([])
  })

  it('has a smoke test for every app that npm or apt installs', () => {
    const untested = files
      .map(read)
      .filter(
        ({ install, smoke }) =>
          install.some(({ method }) => method === 'npm' || method === 'apt') && !smoke?.length,
      )
    // Its npm package downloads a program when it is installed, which does not happen with install scripts off.
    expect(untested.map(({ name }) => name)).toEqual(['feishu'])
  })

  it('names every app that was promised', () => {
    const promised = [
      'feishu',
      'notion',
      'obsidian',
      'ollama',
      'openai',
      'stable-diffusion',
      'ffmpeg',
      'gimp',
      'inkscape',
      'github',
      'gitlab',
      'docker',
      'blender',
      'freecad',
      'playwright',
      'chrome-cli',
    ]
    expect(files).toEqual(expect.arrayContaining(promised.map((name) => `${name}.json`)))
  })
})
