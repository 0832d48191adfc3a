import {
  type AppManifest,
  CommandNode,
  type Effect,
  exampleCall,
  optionEffects,
  type Recipe,
} from '@cli-apps/core'
import { effectStrength, listedEffect } from '@cli-apps/core/call-effect'
import type { CatalogEntry } from '../../entries.ts'
import { type CatalogRule, issueOf } from '../rule.ts'

export const recipeEffects: CatalogRule = {
  id: 'catalog.recipe-effects',
  wants:
    'lists of effects by which no call of a recipe does less than the recipe says, or writes a file and only reads',
  check: (entries) =>
    entries.flatMap((entry) =>
      (entry.manifest.recipes ?? []).flatMap((recipe) => {
        const said = effectSaid(recipe)
        const listed = listedEffect(entry.manifest, recipe, treesOf(entry))
        if (said === undefined || listed === 'unknown' || effectStrength[listed] >= effectStrength[said])
          return []
        return [
          issueOf(
            entry,
            `recipes ${recipe.id}`,
            `is ${said}, and run.effects makes its call ${listed}; list the command, option or operand that does it`,
          ),
        ]
      }),
    ),
}

export const oneEffect: CatalogRule = {
  id: 'catalog.one-effect',
  wants: 'no command, option or operand twice in the lists of effects',
  check: (entries) =>
    entries.flatMap((entry) => {
      const { run, programs = [] } = entry.manifest
      return [
        ...repeated(run?.effects).map((one) => issueOf(entry, 'run.effects', `names ${one} twice`)),
        ...programs.flatMap(({ name, effects }) =>
          repeated(effects).map((one) => issueOf(entry, `programs ${name}`, `names ${one} twice`)),
        ),
      ]
    }),
}

type Effects = NonNullable<AppManifest['run']>['effects']

function repeated(effects: Effects): string[] {
  const { read = [], write = [], destructive = [] } = effects ?? {}
  const named = [...read, ...write, ...destructive].flatMap(namedBy)
  return [...new Set(named.filter((one, at) => named.indexOf(one) !== at))]
}

/** What one item of a list classes. */
function namedBy(item: NonNullable<NonNullable<Effects>['write']>[number]): string[] {
  if (typeof item === 'string') return [item]
  const { command = '', options, operands } = item
  return [...(options ?? []), ...(operands ?? []).map((one) => `the operand ${one}`)].map((one) =>
    `${command} ${one}`.trim(),
  )
}

export const listedOverrides: CatalogRule = {
  id: 'catalog.listed-overrides',
  wants:
    'no option or operand under overrides that the lists of effects lack for its command, or for the program',
  check: (entries) =>
    entries.flatMap((entry) => {
      const { run, programs = [] } = entry.manifest
      const lists = [
        { place: 'run.effects', effects: run?.effects },
        ...programs.map(({ name, effects }) => ({ place: `programs ${name}`, effects })),
      ]
      return lists.flatMap(({ place, effects }) =>
        unlistedOverrides({ run: { effects } }).map((one) =>
          issueOf(entry, place, `overrides ${one}, which is not listed`),
        ),
      )
    }),
}

function unlistedOverrides(program: Pick<AppManifest, 'run'>): string[] {
  const rules = optionEffects(program)
  return rules.flatMap(({ command, overrides = [] }) => {
    const listed = rules
      .filter((rule) => rule.command === '' || `${command} `.startsWith(`${rule.command} `))
      .flatMap(({ options, operands }) => [...options, ...operands])
    const isEverything = (one: string): boolean => one === '*' && command === ''
    return overrides
      .filter(
        (one) => !isEverything(one) && !listed.includes(one) && !listed.includes(one.replace(/=\*$/, '')),
      )
      .map((one) => `${command} ${one}`.trim())
  })
}

export const statedEffects: CatalogRule = {
  id: 'catalog.stated-effects',
  wants: 'recipes that say whether their calls read, write or destroy',
  check: (entries) =>
    entries.flatMap((entry) =>
      (entry.manifest.recipes ?? [])
        .filter(({ task, effect }) => task !== undefined && effect === undefined)
        .map(({ id }) => issueOf(entry, `recipes ${id}`, 'has no effect: add read, write or destructive')),
    ),
}

/** What a recipe says that its call does; a recipe that says nothing writes if its call names a file to write. */
function effectSaid(recipe: Recipe): Effect | undefined {
  const { args, stdout_file: file } = exampleCall(recipe)
  // The runtime writes this file, not the program.
  if (recipe.effect === 'write' && file !== undefined) return undefined
  return recipe.effect ?? (namesOutput(args) ? 'write' : undefined)
}

const outputOption = /^-{1,2}(?:o|out|output|output-file|outfile)$/
/** A name with an ending, which a format such as `json` does not have. */
const fileName = /^[^\s:]+\.[a-z][a-z0-9]{1,6}$/i

const namesOutput = (args: readonly string[]): boolean =>
  args.some((word, at) => {
    const [option = '', value = args[at + 1] ?? ''] = word.split(/=(.*)/s)
    return outputOption.test(option) && fileName.test(value)
  })

export const treesOf =
  ({ manifest, tree, programs }: CatalogEntry) =>
  (program: string): CommandNode | undefined =>
    program === manifest.entry_point ? tree : CommandNode.safeParse(programs[program]).data
