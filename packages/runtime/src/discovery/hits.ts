import {
  type AppManifest,
  availabilityOf,
  createRecipeFinder,
  type FoundRecipe,
  type Host,
  methodHints,
  type RankedApp,
  type Ranking,
  toLine,
  toolsHinted,
} from '@cli-apps/core'
import { readHost } from '@cli-apps/core/node'
import { shownText } from '@cli-apps/core/skill/shown-text'
import type { HostSources } from './find-request.ts'
import type { Hit } from './find-result.ts'
import type { Findable } from './findable.ts'
import type { UsageByApp } from './open-usage.ts'
import { reasonsOf } from './reasons.ts'

/** What of the sources hits are made of. */
interface HitSources {
  usage: UsageByApp
  records: readonly { name: string; manifest: AppManifest }[]
  manifestOf(name: string): Promise<AppManifest | undefined>
}

/** What is asked about this machine. */
type HitHost = Pick<HostSources, 'canInstall'> & { environment: Readonly<Record<string, string | undefined>> }

/** Only these hits come with a call: each costs a model tokens. */
const withRecipe = 4
/** A longer call costs more than reading the skill. */
const longestCall = 600

/** Makes the results for a model: each with its reason, the first ones with the call that fits. */
export async function hitsOf(
  { ranked, query, rarity }: Ranking<Findable>,
  { usage, records, manifestOf }: HitSources,
  host: HitHost,
): Promise<Hit[]> {
  const installed = new Map<string, AppManifest>(records.map(({ name, manifest }) => [name, manifest]))
  const findRecipes = createRecipeFinder(query, rarity)
  const known = await Promise.all(
    ranked.map(async (one) => {
      const { kind, name } = one.entry
      if (kind === 'app') return { one, manifest: installed.get(name) }
      return { one, manifest: kind === 'available_app' ? await manifestOf(name) : undefined }
    }),
  )
  const here = await machineFor(
    known.flatMap(({ one, manifest }) => (one.entry.kind === 'available_app' && manifest ? [manifest] : [])),
    host,
  )
  return known.map(({ one, manifest }, at) => {
    const [recipe] = manifest === undefined || at >= withRecipe ? [] : findRecipes(manifest, 1)
    return {
      ...hitOf(one, usage),
      ...(recipe && isShort(recipe) && { recipe: withoutTranslations(recipe) }),
      ...(one.entry.kind === 'available_app' && { install: installWay(one.entry.name, manifest, here) }),
    }
  })
}

interface Machine extends Host {
  isRoot: boolean
  canInstall: boolean
}

/** Looks once for all programs by which the apps could be installed. */
async function machineFor(
  manifests: readonly AppManifest[],
  { environment, canInstall }: HitHost,
): Promise<Machine> {
  const hints = manifests.flatMap(({ install }) => methodHints(install))
  const { platform, tools } = await readHost(toolsHinted(hints), environment)
  return { platform, tools, isRoot: process.getuid?.() === 0, canInstall }
}

const isShort = ({ call }: FoundRecipe): boolean => JSON.stringify(call).length <= longestCall

const withoutTranslations = ({ i18n: _, ...recipe }: FoundRecipe): Omit<FoundRecipe, 'i18n'> => recipe

function hitOf({ entry, ...scored }: RankedApp<Findable>, usage: UsageByApp): Hit {
  const { kind, name } = entry
  const use = kind === 'app' ? usage.get(name) : undefined
  return {
    kind,
    name: toLine(name, 100),
    summary: toLine(kind === 'available_app' ? shownText(entry.summary) : entry.summary, 120),
    why: reasonsOf(scored, use && `used ${use.runs === 1 ? 'once' : `${use.runs} times`} lately`),
    ...(entry.skillFile !== undefined && { skill: entry.skillFile }),
  }
}

/** How to install an app, or why that does not work here; without its manifest, only how to try. */
function installWay(name: string, manifest: AppManifest | undefined, here: Machine): string {
  const way = here.canInstall
    ? `install_cli_app {"name": "${name}"}`
    : `not installed; the user can run: npx cli-apps install ${name}`
  if (manifest === undefined) return way
  const { state, method, reason } = availabilityOf(methodHints(manifest.install), here)
  if (state === 'unavailable') return `not on this machine: ${toLine(reason ?? '', 160)}`
  return state === 'needs-root' ? `${way} (needs root: ${method})` : `${way} (${method}, no root)`
}
