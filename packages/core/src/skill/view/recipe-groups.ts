import type { CommandNode } from '@cli-apps/help/command-tree'
import { listedEffect } from '../../call-effect/recipe-effect.ts'
import type { Effect } from '../../manifest/effect/effect.ts'
import type { AppManifest } from '../../manifest/manifest.ts'
import { exampleCall } from '../../manifest/recipe/fill-recipe.ts'
import type { Recipe } from '../../manifest/recipe/recipe.ts'
import { taskRecipes } from '../../manifest/recipe/recipe-uses.ts'
import { estimateTokens } from '../../tokens.ts'
import { shortList } from '../command-lines.ts'
import { fitLines } from '../fit-lines.ts'
import { codeSpan, safeProse } from '../safe-text.ts'
import { styledCall } from '../shell-call.ts'
import type { CallStyle } from '../skill-facts.ts'
import { fillWords, type SkillWords } from '../skill-words.ts'
import { textFault } from '../text-fault.ts'
import type { Overflow } from './overflow.ts'
import { shownLines } from './shown-lines.ts'

interface RecipeView {
  title: string
  /** What it does, needs, and whether it ran here, in parentheses; may be empty. */
  marks: string
  json: string
  /** The values that an example stands for, the input and the output: indented Markdown. */
  details: string[]
}

/** A recipe whose details are still to be chosen. */
interface RecipeDraft extends RecipeView {
  choices: string[]
  scripts: string[]
  inputs: string[]
  output: string[]
}

/** Recipes below a heading, or all of them without one. */
export interface RecipeGroup {
  heading: string
  recipes: RecipeView[]
}

interface GroupOptions {
  /** Of the entry point. */
  tree: CommandNode | undefined
  words: SkillWords
  /** Ids of the recipes that ran on this machine. */
  tried: readonly string[]
  /** Factor for the tokens of the section, 0 to 1. */
  scale: number
  calls: CallStyle | undefined
}

/** Calls come first. Inputs and outputs say less, so that they get less. */
const callTokens = 900
const detailTokens = 250

type ShownRecipe = ReturnType<typeof taskRecipes>[number]

interface RecipeSection {
  groups: RecipeGroup[]
  /** What holds for all recipes, except where marks say otherwise. */
  note: string
  /** The recipes that it shows. */
  shown: Recipe[]
}

/** The first recipes that fit, and the groups that templates print; the others go into a reference. */
export function recipeGroups(
  manifest: AppManifest,
  options: GroupOptions,
  overflow: Overflow,
): RecipeSection {
  const { words, scale } = options
  const recipes = taskRecipes(manifest)
  const isGrouped = isWorthGroups(recipes)
  const usual = usualState(recipes, options)
  const drafts = draftsOf(manifest, recipes, { ...options, isGrouped, usual })
  const heads = drafts.map((draft) => headOf(draft, words))
  const { shown } = fitLines(heads, callTokens * scale)
  const views = withDetails(drafts.slice(0, shown.length), detailTokens * scale)
  // A reference is read alone, without the note.
  const apart = draftsOf(manifest, recipes, { ...options, isGrouped, usual: undefined })
  overflow(
    words.recipes,
    apart.slice(shown.length).map((draft) => [`- ${headOf(draft, words)}`, ...detailsOf(draft)].join('\n')),
  )
  const shownRecipes = recipes.slice(0, shown.length)
  return {
    groups: grouped(views, shownRecipes, { words, isGrouped }),
    note: noteOf(recipes, usual, words),
    shown: shownRecipes,
  }
}

/** What a recipe needs, or that it ran on this machine, in words; empty for one that needs nothing and did not run. */
function stateOf(
  { id, needs = [] }: ShownRecipe,
  { words, tried }: Pick<GroupOptions, 'words' | 'tried'>,
): string {
  const needed = {
    network: words.needsNetwork,
    account: words.needsAccount,
    server: words.needsServer,
    display: words.needsDisplay,
    input: words.needsInput,
    project: words.needsProject,
  }
  if (needs.length > 0)
    return fillWords(words.recipeNeeds, { what: needs.map((need) => needed[need]).join(words.comma) })
  return tried.includes(id) ? words.ranHere : ''
}

/** A sentence for fewer recipes costs more than their marks. */
const leastUsual = 4

/** The state that most recipes have: one sentence says it for all of them, and marks say it of the others. */
function usualState(
  recipes: readonly ShownRecipe[],
  options: Pick<GroupOptions, 'words' | 'tried'>,
): string | undefined {
  const counts = new Map<string, number>()
  for (const recipe of recipes) {
    const state = stateOf(recipe, options)
    if (state !== '') counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const [state, count = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
  return count >= leastUsual && count * 2 > recipes.length ? state : undefined
}

function noteOf(recipes: readonly ShownRecipe[], usual: string | undefined, words: SkillWords): string {
  const isExample = recipes.some(({ placeholders = {} }) => Object.keys(placeholders).length > 0)
  return [
    ...(isExample ? [words.recipeValues] : []),
    ...(usual === undefined ? [] : [fillWords(words.recipesUsual, { state: usual })]),
  ].join(words.space)
}

const headOf = ({ title, marks, json }: RecipeView, words: SkillWords): string =>
  `${title}${marks}${words.colon}\`${json}\``

const costOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + estimateTokens(line) + 3, 0)

const detailsOf = ({ choices, scripts, inputs, output }: RecipeDraft): string[] => [
  ...choices,
  ...scripts,
  ...inputs,
  ...output,
]

/** What a program is told to do and what it prints come before the data that it reads. */
function withDetails(drafts: readonly RecipeDraft[], tokens: number): RecipeView[] {
  let remaining = tokens
  const take = (lines: string[]): string[] => {
    const cost = costOf(lines)
    if (cost > remaining) return []
    remaining -= cost
    return lines
  }
  const told = drafts.map((draft) => ({
    ...draft,
    choices: take(draft.choices),
    scripts: take(draft.scripts),
  }))
  const printing = told.map((draft) => ({ ...draft, output: take(draft.output) }))
  return printing.map((draft) => {
    const inputs = draft.output.length === 0 ? [] : take(draft.inputs)
    return { ...draft, details: detailsOf({ ...draft, inputs }) }
  })
}

/** Two headings cost more than they say where there is little below them. */
const leastInGroup = 3

const isReading = ({ effect }: Recipe): boolean => effect === 'read'

function isWorthGroups(recipes: readonly Recipe[]): boolean {
  const reading = recipes.filter(isReading).length
  return (
    recipes.every(({ effect }) => effect !== undefined) &&
    Math.min(reading, recipes.length - reading) >= leastInGroup
  )
}

function grouped(
  views: readonly RecipeView[],
  recipes: readonly ShownRecipe[],
  { words, isGrouped }: { words: SkillWords; isGrouped: boolean },
): RecipeGroup[] {
  if (!isGrouped) return views.length === 0 ? [] : [{ heading: '', recipes: [...views] }]
  const pick = (isRead: boolean): RecipeView[] =>
    views.filter((_, at) => (recipes[at]?.effect === 'read') === isRead)
  return [
    { heading: words.reading, recipes: pick(true) },
    { heading: words.changing, recipes: pick(false) },
  ].filter((group) => group.recipes.length > 0)
}

function draftsOf(
  manifest: AppManifest,
  recipes: readonly ShownRecipe[],
  options: GroupOptions & { isGrouped: boolean; usual: string | undefined },
): RecipeDraft[] {
  const { tree, words, calls } = options
  const explained = new Set<string>()
  const treeOf = (program: string) => (program === manifest.entry_point ? tree : undefined)
  return recipes.map((recipe) => ({
    title: safeProse(recipe.task, 120),
    marks: marksOf(recipe, { ...options, listed: listedEffect(manifest, recipe, treeOf) }),
    json: styledCall(calls, manifest, exampleCall(recipe)),
    details: [],
    choices: choicesOf(recipe, words),
    scripts: inputsOf(recipe, { words, explained, isWanted: isScript }),
    inputs: inputsOf(recipe, { words, explained, isWanted: isShortData }),
    output: outputOf(recipe, words),
  }))
}

interface MarkOptions extends Pick<GroupOptions, 'words' | 'tried'> {
  isGrouped: boolean
  usual: string | undefined
  /** By the lists of effects, which the runtime goes by. */
  listed: Effect
}

function marksOf(recipe: ShownRecipe, options: MarkOptions): string {
  const { words, isGrouped, usual, listed } = options
  const { effect } = recipe
  const state = stateOf(recipe, options)
  const unusual = usual === undefined ? '' : usual === words.ranHere ? words.notRunHere : words.needsNothing
  const shown = state === usual ? '' : state || unusual
  const marks = [
    ...(effect === 'write' && !isGrouped ? [words.recipeWrites] : []),
    ...(effect === 'destructive' || listed === 'destructive' ? [words.recipeAsks] : []),
    ...(shown === '' ? [] : [shown]),
  ]
  return marks.length === 0 ? '' : fillWords(words.marks, { marks: marks.join(words.comma) })
}

/** The values that an example stands for, where there are few. */
const choicesOf = ({ placeholders = {} }: Recipe, words: SkillWords): string[] =>
  Object.values(placeholders).flatMap(({ example, choices }) =>
    choices === undefined
      ? []
      : [
          `  ${codeSpan(example, 80)}${words.colon}${fillWords(words.oneOf, {
            choices: shortList(choices, 12, words),
          })}`,
        ],
  )

/** Longer files say little about how to write one. */
const maxData = 160
/** Half a script is worth nothing. */
const maxScript = 320
const dataFile =
  /\.(?:txt|log|csv|tsv|jsonl?|json5|ndjson|html?|xml|svg|md|markdown|rst|adoc|srt|vtt|gitkeep)$/i

const isShortData = (name: string, content: string): boolean =>
  content.length <= maxData && !isScript(name, content)

/** A program for the program, as a puzzle in SMT-LIB or a model in OpenSCAD: without it the call says nothing. */
const isScript = (name: string, content: string): boolean =>
  content.length <= maxScript && content.includes('\n') && /\.\w+$/.test(name) && !dataFile.test(name)

interface InputOptions {
  words: SkillWords
  explained: Set<string>
  isWanted: (name: string, content: string) => boolean
}

/** The files that a recipe works on, each once. */
function inputsOf({ files = {} }: Recipe, { words, explained, isWanted }: InputOptions): string[] {
  return Object.entries(files).flatMap(([name, content]) => {
    if (typeof content !== 'string' || content.trim() === '' || !isWanted(name, content)) return []
    const key = `${name}\0${content}`
    if (explained.has(key) || !isFine(name) || !isFine(content)) return []
    explained.add(key)
    return shownLines(fillWords(words.input, { file: codeSpan(name, 100) }), content, words)
  })
}

/** What it prints, or else a part of it that verifications find there. */
function outputOf({ shows, expect }: Recipe, words: SkillWords): string[] {
  if (shows !== undefined) return shownLines(words.prints, shows, words)
  const part = expect?.stdout_contains
  return part === undefined || !isFine(part) ? [] : shownLines(words.includes, part, words)
}

/** Files and expectations are for programs, so that nobody judged them before a manifest was published. */
const isFine = (text: string): boolean => textFault(text, { isArgument: true }) === undefined
