import { type Match, toLine } from '@cli-apps/core'

type FieldNames = Readonly<Record<Match['field'], string>>

const ofApps: FieldNames = {
  name: 'its name',
  alias: 'its aliases',
  display_name: 'its title',
  tag: 'its tags',
  category: 'its category',
  summary: 'its summary',
  description: 'its description',
  task: 'its tasks',
}

/** The indexed fields of commands. */
const ofCommands: FieldNames = {
  ...ofApps,
  display_name: "its app's name",
  tag: 'the command above it',
  category: 'its app',
  description: 'its options',
}

/** By thousands of the score. */
const exactNames = [
  '',
  'its title in another spelling',
  'an alias of it in another spelling',
  'its name in another spelling',
  'its title',
  'an alias of it',
  'its name',
]

const mostTerms = 8

interface Scored {
  score: number
  matches: readonly Match[]
}

/** Says in words why an app, skill or tool was found: which parts of the query match what, and where a synonym does. */
export const reasonsOf = (scored: Scored, use?: string): string => reasons(scored, ofApps, use)

/** Like `reasonsOf`, for a command. */
export const commandReasons = (scored: Scored): string => reasons(scored, ofCommands)

function reasons({ score, matches }: Scored, fields: FieldNames, use?: string): string {
  const exact = exactNames[Math.floor(score / 1000)] ?? ''
  const shown = [...matches].sort((a, b) => b.weight - a.weight).slice(0, mostTerms)
  const byPlace = new Map<string, Set<string>>()
  for (const { field, via, term } of shown) {
    const place = `${fields[field]} ${verbOf(fields[field], isMeant(via))}`
    byPlace.set(place, (byPlace.get(place) ?? new Set()).add(JSON.stringify(toLine(term, 40))))
  }
  return [
    ...(exact === '' ? [] : [`the query is ${exact}`]),
    ...[...byPlace].map(([place, terms]) => `${place} ${[...terms].join(', ')}`),
    ...(use === undefined ? [] : [use]),
  ].join('; ')
}

const verbOf = (place: string, isMeaning: boolean): string =>
  place.endsWith('s') ? (isMeaning ? 'mean' : 'have') : isMeaning ? 'means' : 'has'

const isMeant = (via: Match['via']): boolean => via === 'synonym' || via === 'related' || via === 'typo'
