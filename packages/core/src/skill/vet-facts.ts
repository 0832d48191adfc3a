import type { CommandNode, CommandOption } from '@cli-apps/help/command-tree'
import { jsonPath } from '../errors/issues.ts'
import type { Effects } from '../manifest/effect/effects.ts'
import type { InstallMethod } from '../manifest/install-method.ts'
import type { AppManifest, AppProgram } from '../manifest/manifest.ts'
import type { Recipe } from '../manifest/recipe/recipe.ts'
import type { RequiredAccess } from '../manifest/requires/required-access.ts'
import { gotchaText } from '../manifest/skill/skill-advice.ts'
import { joinedFault, orderFault, shownText, type TextFault, textFault } from './text-fault.ts'

/** A text that is withheld from models, and why. */
export interface LeftOut extends TextFault {
  /** `skill.gotchas[1]` */
  path: string
}

export interface VettedManifest {
  manifest: AppManifest
  leftOut: LeftOut[]
}

type Path = readonly PropertyKey[]

/** Keys whose values programs read or print, which may have several lines. */
const argumentKeys: ReadonlySet<PropertyKey> = new Set(['args', 'sign_in', 'help', 'stdin', 'shows'])

interface Vetter {
  leftOut: LeftOut[]
  /** Whether no string in the value has a fault. */
  isFine(value: unknown, path: Path): boolean
  /** The items without a fault; none if their `texts`, which a reader sees one below the other, form an attack together. */
  fineItems<Item>(items: readonly Item[], path: Path, texts?: (item: Item) => string[]): Item[]
}

function openVetter(): Vetter {
  const leftOut: LeftOut[] = []
  const isFine = (value: unknown, path: Path): boolean => {
    if (typeof value === 'string') {
      const fault = textFault(value, { isArgument: path.some((key) => argumentKeys.has(key)) })
      if (fault !== undefined) leftOut.push({ path: jsonPath(path), ...fault })
      return fault === undefined
    }
    if (typeof value !== 'object' || value === null) return true
    const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
    return entries.map(([key, item]) => isFine(item, [...path, key])).every(Boolean)
  }
  return {
    leftOut,
    isFine,
    fineItems(items, path, texts = (item) => (typeof item === 'string' ? [item] : [])) {
      const fine = items.filter((item, at) => isFine(item, [...path, at]))
      const joined = joinedFault(fine.flatMap(texts))
      if (joined === undefined) return fine
      leftOut.push({ path: jsonPath(path), ...joined })
      return []
    },
  }
}

/**
 * Removes from a manifest's displayed texts whatever the publish rules would refuse or hold, whoever published it. A
 * method or recipe with something that resembles an attack is dropped entirely. What is not displayed of recipes, and the
 * command tree, for which there is `vetTree`, are not checked.
 */
export function vetManifest(manifest: AppManifest): VettedManifest {
  const vetter = openVetter()
  const { isFine, fineItems, leftOut } = vetter
  const kept = <Key extends keyof AppManifest>(...keys: Key[]): Partial<AppManifest> =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const value = manifest[key]
        if (value === undefined) return []
        return [[key, Array.isArray(value) ? fineItems<unknown>(value, [key]) : fineOrNone(value, key)]]
      }),
    )
  const fineOrNone = (value: unknown, key: PropertyKey): unknown => (isFine(value, [key]) ? value : undefined)
  const summary = isFine(manifest.summary, ['summary']) ? manifest.summary : manifest.name
  const vetted: AppManifest = {
    ...manifest,
    display_name: isFine(manifest.display_name, ['display_name']) ? manifest.display_name : manifest.name,
    summary,
    description: isFine(manifest.description, ['description']) ? manifest.description : summary,
    ...kept(
      'tags',
      'aliases',
      'homepage',
      'repository',
      'docs',
      'license',
      'program_version',
      'commands_version',
    ),
    install: vetMethods(manifest.install, vetter),
    ...(manifest.i18n && {
      i18n: Object.fromEntries(
        Object.entries(manifest.i18n).filter(([language, texts]) => isFine(texts, ['i18n', language])),
      ),
    }),
    ...(manifest.skill && { skill: vetSkill(manifest.skill, vetter) }),
    ...(manifest.requires && { requires: vetRequires(manifest.requires, vetter) }),
    ...(manifest.run && { run: vetRun(manifest.run, vetter) }),
    ...vetCalled(manifest, vetter),
  }
  return { manifest: leftOut.length === 0 ? manifest : vetted, leftOut }
}

const vetMethods = (methods: readonly InstallMethod[], { isFine }: Vetter): InstallMethod[] =>
  methods.flatMap((method, at): InstallMethod[] => {
    const path = ['install', at]
    if (method.method !== 'bundled') return isFine(method, path) ? [method] : []
    const { instructions, ...rest } = method
    if (!isFine(rest, path)) return []
    return [
      isFine(instructions, [...path, 'instructions'])
        ? method
        : { ...method, instructions: shownText(instructions) },
    ]
  })

function vetSkill(
  { use_when, instead, choose, fixes, gotchas }: NonNullable<AppManifest['skill']>,
  { isFine, fineItems }: Vetter,
): AppManifest['skill'] {
  return {
    ...(use_when !== undefined && isFine(use_when, ['skill', 'use_when']) && { use_when }),
    ...(instead && { instead: fineItems(instead, ['skill', 'instead'], Object.values) }),
    ...(choose && { choose: fineItems(choose, ['skill', 'choose'], Object.values) }),
    ...(fixes && { fixes: fineItems(fixes, ['skill', 'fixes'], Object.values) }),
    ...(gotchas && { gotchas: fineItems(gotchas, ['skill', 'gotchas'], (gotcha) => [gotchaText(gotcha)]) }),
  }
}

function vetRequires(
  requires: NonNullable<AppManifest['requires']>,
  { isFine, fineItems }: Vetter,
): AppManifest['requires'] {
  const { env, services, bins, accounts, access } = requires
  const describedEnv = env?.map((entry, at) =>
    isFine(entry, ['requires', 'env', at]) ? entry : { ...entry, description: entry.name },
  )
  return {
    ...requires,
    ...(describedEnv && { env: describedEnv }),
    ...(services && { services: fineItems(services, ['requires', 'services']) }),
    ...(bins && { bins: fineItems(bins, ['requires', 'bins']) }),
    ...(accounts && { accounts: fineItems(accounts, ['requires', 'accounts']) }),
    ...(access && { access: vetAccess(access, fineItems) }),
  }
}

/** Limits of the network stay: without them the app would have more. */
const vetAccess = (access: RequiredAccess, fineItems: Vetter['fineItems']): RequiredAccess => ({
  ...access,
  ...(access.files && { files: fineItems(access.files, ['requires', 'access', 'files']) }),
  ...(access.sockets && { sockets: fineItems(access.sockets, ['requires', 'access', 'sockets']) }),
  ...(access.devices && { devices: fineItems(access.devices, ['requires', 'access', 'devices']) }),
})

function vetRun(run: NonNullable<AppManifest['run']>, vetter: Vetter): AppManifest['run'] {
  const { isFine } = vetter
  const { help, version, json, effects } = run
  return {
    ...run,
    ...(help && !isFine(help, ['run', 'help']) && { help: undefined }),
    ...(version && !isFine(version, ['run', 'version']) && { version: undefined }),
    ...(json && !isFine(json, ['run', 'json']) && { json: undefined }),
    ...(effects && { effects: vetEffects(effects, ['run', 'effects'], vetter) }),
  }
}

/** The programs and recipes; a recipe of a program that is left out is left out too. */
function vetCalled(
  { entry_point, programs, recipes }: AppManifest,
  vetter: Vetter,
): Pick<AppManifest, 'programs' | 'recipes'> {
  const kept = programs && vetPrograms(programs, vetter)
  const names = new Set([entry_point, ...(kept ?? []).map(({ name }) => name)])
  return {
    ...(kept && { programs: kept }),
    ...(recipes && {
      recipes: recipes.filter(
        (recipe, at) =>
          names.has(recipe.call.program ?? entry_point) && isFineRecipe(recipe, ['recipes', at], vetter),
      ),
    }),
  }
}

function isFineRecipe({ files: _, expect: __, ...recipe }: Recipe, path: Path, { isFine }: Vetter): boolean {
  return recipe.task === undefined || isFine(recipe, path)
}

/** A program whose name reads like an attack is left out; one whose summary does is called by its name. */
function vetPrograms(programs: readonly AppProgram[], vetter: Vetter): AppProgram[] {
  return programs.flatMap((program, at) => {
    const path = ['programs', at]
    const { name, bin, summary, effects } = program
    if (!vetter.isFine([name, bin], path)) return []
    return {
      ...program,
      summary: vetter.isFine(summary, [...path, 'summary']) ? summary : name,
      ...(effects && { effects: vetEffects(effects, [...path, 'effects'], vetter) }),
    }
  })
}

const vetEffects = (effects: Effects, path: Path, { fineItems }: Vetter): Effects =>
  Object.fromEntries(
    Object.entries(effects).map(([effect, entries]) => [
      effect,
      entries && fineItems<(typeof entries)[number]>(entries, [...path, effect]),
    ]),
  )

/** Option names are not sentences, whatever they resemble. */
const optionName = /^--?[a-z][\w-]{0,60}$/i
const isFineText = (text: string): boolean => optionName.test(text) || orderFault(text) === undefined
const fine = (text: string): string => (isFineText(text) ? text : '')

/**
 * Removes texts that resemble an attack from a command tree of a manifest or of a program's help. Prompt marks stay,
 * since help has its own brackets; rendering defuses them.
 */
export function vetTree(tree: CommandNode): CommandNode {
  const vetted = vetCommand(tree)
  return { ...vetted, commands: vetted.commands.map(vetTree) }
}

/** Whether `vetTree` leaves everything. */
export const isFineTree = (tree: CommandNode): boolean =>
  JSON.stringify(vetTree(tree)) === JSON.stringify(tree)

/** Takes a tree as one of which `isFineTree` was true. */
export function takeAsFine(tree: CommandNode): void {
  knownCommands.set(tree, tree)
  tree.commands.forEach(takeAsFine)
}

const knownCommands = new WeakMap<CommandNode, CommandNode>()

/** Like `vetTree` for one command; of its subcommands, only the names are checked. */
export function vetCommand(node: CommandNode): CommandNode {
  const known = knownCommands.get(node)
  if (known !== undefined) return known
  const options = node.options
    .filter(({ long, short }) => [...long, ...short].every(isFineText))
    .map(vetOption)
  const vetted = {
    ...node,
    aliases: node.aliases.filter(isFineText),
    group: node.group && fine(node.group),
    summary: fine(node.summary),
    usage: node.usage.filter(isFineText),
    examples: node.examples.filter(isFineText),
    arguments: node.arguments.map((argument) => ({ ...argument, name: fine(argument.name) || 'value' })),
    options,
    commands: node.commands.filter(({ name }) => isFineText(name)),
  }
  // They are displayed one below the other, so a reader takes them as one text.
  const isSpread =
    joinedFault([vetted.summary, ...options.map(({ description }) => description)]) !== undefined
  const whole = isSpread
    ? { ...vetted, summary: '', options: options.map((option) => ({ ...option, description: '' })) }
    : vetted
  knownCommands.set(node, whole)
  return whole
}

const vetOption = (option: CommandOption): CommandOption => ({
  ...option,
  description: fine(option.description),
  choices: option.choices.filter(isFineText),
  default: option.default && fine(option.default) === '' ? null : option.default,
  group: option.group && fine(option.group),
  env: option.env && fine(option.env) === '' ? null : option.env,
  value: option.value && { ...option.value, name: fine(option.value.name) || 'value' },
})
