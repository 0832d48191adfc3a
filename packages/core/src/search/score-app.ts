import type { SearchField, Via } from '../documents/search-terms.ts'
import type { Query, QueryForm, QueryUnit } from './query/query.ts'
import type { SearchFields } from './search-fields.ts'
import { fold, looseNameKey } from './tokens.ts'

const fieldWeights: Readonly<Record<SearchField, number>> = {
  name: 5,
  alias: 5,
  display_name: 4,
  tag: 5,
  category: 3,
  summary: 4,
  description: 2,
  task: 3,
}
/** A word that is the whole name or alias, not a part as `pdf` is of `md-to-pdf`. */
const wholeName = 3
const fields = Object.entries(fieldWeights) as [SearchField, number][]
/** Weight at which a form counts half of what it ever can: more fields help less and less. */
const halfWeight = 14
const perTier = 1000

/** A part of the query that an app has. */
export interface Match {
  /** The part as it was written. */
  term: string
  field: SearchField
  weight: number
  via: Via
}

interface Score {
  /** A whole number; higher is better, and 0 means that nothing was found. */
  score: number
  matches: readonly Match[]
}

export interface Names {
  name: string
  aliases: readonly string[]
  display_name: string
}

/** How telling a term is: the fewer apps have it, the more. */
export type Rarity = (term: string) => number

type RarityOf = (form: QueryForm) => number
type Found = ReadonlyMap<SearchField, ReadonlySet<string>>

/** What apps are worth for a query. A score depends on nothing but what is handed in. */
export function createScorer(query: Query, rarity: Rarity): (names: Names, terms: SearchFields) => Score {
  const forms = query.units.flatMap((unit) => unit.forms)
  const wanted = new Set(forms.flatMap(({ terms }) => terms))
  const rarities = new Map(forms.map((form) => [form, formRarity(form, rarity)]))
  const rarityOf = (form: QueryForm): number => rarities.get(form) ?? 0
  const most = new Map(query.units.map((unit) => [unit, unit.weight * Math.max(...unit.forms.map(rarityOf))]))
  return (names, terms) => {
    // An app has a hundred terms, of which few matter here.
    const found = new Map<SearchField, ReadonlySet<string>>()
    for (const [field] of fields) {
      const known = terms[field].filter((term) => wanted.has(term))
      if (known.length > 0) found.set(field, new Set(known))
    }
    if (found.size === 0) return { score: nameTier(query, names) * perTier, matches: [] }
    return scoreApp(query, { names, found, rarityOf, mostOf: (unit) => most.get(unit) ?? 0 })
  }
}

function scoreApp(
  query: Query,
  {
    names,
    found: sets,
    rarityOf,
    mostOf,
  }: { names: Names; found: Found; rarityOf: RarityOf; mostOf: (unit: QueryUnit) => number },
): Score {
  const matches: Match[] = []
  let [sum, found, all] = [0, 0, 0]
  const isNamed = sets.has('name') || sets.has('alias')
  const wholes = isNamed ? new Set([names.name, ...names.aliases].map(looseNameKey)) : noNames
  for (const unit of query.units) {
    const best = bestMatch(unit, { sets, rarityOf, wholes })
    const most = mostOf(unit)
    if (!unit.isExtra) all += most
    if (best === undefined) continue
    sum += best.weight
    if (!unit.isExtra) found += most
    matches.push(best)
  }
  const coverage = all === 0 ? 1 : Math.min(1, found / all)
  const words = sum * (0.5 + 0.5 * coverage) * 10
  const tier = nameTier(query, names)
  return { score: tier * perTier + Math.round(Math.min(words, perTier - 1) * 100) / 100, matches }
}

/** An exact name stands above an exact alias, that above a display name; then the same in another spelling. */
function nameTier({ text, keys }: Query, { name, aliases, display_name }: Names): number {
  if (text === '') return 0
  if (name === text) return 6
  if (aliases.some((alias) => fold(alias) === text)) return 5
  if (fold(display_name) === text) return 4
  if (keys.includes(looseNameKey(name))) return 3
  if (aliases.some((alias) => keys.includes(looseNameKey(alias)))) return 2
  return keys.includes(looseNameKey(display_name)) ? 1 : 0
}

const noNames: ReadonlySet<string> = new Set()

interface Sets {
  sets: Found
  rarityOf: RarityOf
  /** The app's names and aliases, spelt alike. */
  wholes: ReadonlySet<string>
}

function bestMatch(unit: QueryUnit, { sets, rarityOf, wholes }: Sets): Match | undefined {
  let best: Match | undefined
  for (const form of unit.forms) {
    let [sum, top, topField] = [0, 0, undefined as SearchField | undefined]
    const isWhole = wholes.has(unit.text) || form.terms.some((term) => wholes.has(term))
    for (const [field, set] of sets) {
      const ofName = isWhole && (field === 'name' || field === 'alias') ? wholeName : 0
      const value = (fieldWeights[field] + ofName) * share(form, set)
      sum += value
      if (value > top) [top, topField] = [value, field]
    }
    if (topField === undefined) continue
    const weight = (unit.weight * form.weight * rarityOf(form) * sum) / (sum + halfWeight)
    if (best === undefined || weight > best.weight)
      best = { term: unit.text, field: topField, weight, via: form.via }
  }
  return best
}

export type TermSet = Pick<ReadonlySet<string>, 'has'>

/** How much of a form a field has; less than most of it is nothing. */
export function share({ terms }: QueryForm, set: TermSet): number {
  const found = terms.filter((term) => set.has(term)).length / terms.length
  return found < 0.6 ? 0 : found ** 2
}

/** With many apps rarity would drown all else: what one app alone happens to say is not four times as telling. */
const rarityPower = 0.7

export const formRarity = ({ terms }: QueryForm, rarity: Rarity): number =>
  Math.max(...terms.map(rarity)) ** rarityPower
