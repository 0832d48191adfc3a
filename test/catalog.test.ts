import { MethodKind, Platform, provingRecipes, selectMethod, toolsWanted } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'
import { answerVetting } from '../packages/core/src/skill/vet-answers.ts'
import { vetManifest } from '../packages/core/src/skill/vet-facts.ts'
import { checkCatalog } from '../scripts/catalog/check/catalog-rules.ts'
import { countCatalog, usesApp } from '../scripts/catalog/count-catalog.ts'
import { readCatalog } from '../scripts/catalog/entries.ts'
import { readVerificationLog } from '../scripts/catalog/verification-log.ts'

const catalog = await readCatalog()
const log = await readVerificationLog()
const names = catalog.entries.map(({ name }) => name)

describe('the catalog', () => {
  it('keeps every rule', () => {
    expect(checkCatalog(catalog, log)).toEqual([])
  })

  it('holds hundreds of apps, of which well over a hundred are proven and most of those by use', () => {
    const { entries, proven, working } = countCatalog(catalog.entries, log)
    expect(entries).toBeGreaterThanOrEqual(480)
    expect(proven).toBeGreaterThanOrEqual(150)
    expect(working).toBeGreaterThanOrEqual(80)
  })

  // The installer does not judge the texts of its own catalog again.
  it('has no text that a registry would be made to leave out', () => {
    const leftOut = catalog.entries.flatMap(({ name, manifest }) => [
      ...vetManifest(manifest).leftOut.map(({ path }) => `${name} ${path}`),
      ...(answerVetting.nameFault(manifest) === undefined ? [] : [`${name} version`]),
    ])
    expect(leftOut).toEqual([])
  })

  it('has tests that use the app, beyond its help and version', () => {
    const used = catalog.entries.filter(({ manifest }) => provingRecipes(manifest).some(usesApp))
    expect(used.length).toBeGreaterThanOrEqual(80)
  })

  it('has a supported host for every entry', () => {
    const kinds = MethodKind.options
    const homeless = catalog.entries.filter(({ manifest: { install } }) =>
      Platform.options.every(
        (platform) => !selectMethod(install, { platform, tools: toolsWanted(install) }, { kinds }).method,
      ),
    )
    expect(homeless.map(({ name }) => name)).toEqual([])
  })

  it('has every promised app', () => {
    expect(names).toEqual(expect.arrayContaining(promised))
  })

  it('has every app of the catalogs of CLI-Anything', () => {
    const known = new Set(
      catalog.entries.flatMap(({ name, manifest }) => [name, ...(manifest.aliases ?? [])]),
    )
    expect(cliAnything.filter((name) => !known.has(name))).toEqual([])
  })
})

const promised =
  'feishu notion obsidian ollama openai stable-diffusion ffmpeg gimp inkscape github gitlab docker blender freecad playwright chrome-cli'.split(
    ' ',
  )

/** Names in its two lists, at commit 5f325f083fe3d5c2d6365ed5dc6aa913864a96c1. */
const cliAnything =
  '1password-cli adguardhome android-cli anygen audacity blender browser chromadb clibrowser cloudanalyzer cloudcompare comfyui contentful dify-workflow drawio elevenlabs eth2-quickstart exa feishu freecad generate-veo-video gimp godot hacker-feeds-cli inkscape inkstitch intelwatch iterm2 jimeng kdenlive krita libreoffice lldb macrocli mermaid minimax-cli mubu musescore n8n notebooklm novita nsight-graphics obs-studio obsidian obsidian-cli ollama openscreen pm2 py4csr qgis quietshrink renderdoc rms safari sanity sbox seaclip sentry shopify shotcut sketch slay_the_spire_ii stata suno unimol_tools unrealinsights ve-twini videocaptioner wecom wiremock zoom zotero'.split(
    ' ',
  )
