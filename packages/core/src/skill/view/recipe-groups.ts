import type { AppManifest } from '../../manifest/manifest.ts'
import { exampleCall } from '../../manifest/recipe/fill-recipe.ts'
import type { Recipe } from '../../manifest/recipe/recipe.ts'
import { taskRecipes } from '../../manifest/recipe/recipe-uses.ts'
import { estimateTokens } from '../../tokens.ts'
import { recipeJson } from '../call-json.ts'
import { shortList } from '../command-lines.ts'
import { fitLines } from '../fit-lines.ts'
import { codeSpan, safeProse } from '../safe-text.ts'
import { fillWords, type SkillWords } from '../skill-words.ts'
import type { Overflow } from './overflow.ts'
import { shownLines } from './shown-lines.ts'

interface RecipeView {
  title: string
  /** What it does, needs, and whether it ran here, in parentheses; may be empty. */
  marks: string
  json: string
  /** The input, the output, and the values that an example stands for: indented Markdown. */
  details: string[]
}

/** Recipes below a heading, or all of them without one. */
export interface RecipeGroup {
  heading: string
  recipes: RecipeView[]
}

interface GroupOptions {
  words: SkillWords
  /** Ids of the recipes that ran on this machine. */
  tried: readonly string[]
  /** Factor for the tokens of the section, 0 to 1. */
  scale: number
}

/** Calls come first; inputs and outputs take what they leave, and some of their own. */
const callTokens = 700
const detailTokens = 250

type ShownRecipe = ReturnType<typeof taskRecipes>[number]

/** The first recipes that fit, and the groups that templates print; the others go into a reference. */
export function recipeGroups(
  manifest: AppManifest,
  options: GroupOptions,
  overflow: Overflow,
): { groups: RecipeGroup[]; shown: Recipe[] } {
  const { words, scale } = options
  const recipes = taskRecipes(manifest)
  const isGrouped = isWorthGroups(recipes)
  const views = viewsOf(manifest, recipes, { ...options, isGrouped })
  const budget = callTokens * scale
  const heads = views.map((view) => headOf(view, words))
  const { shown } = fitLines(heads, budget)
  let remaining =
    budget + detailTokens * scale - shown.reduce((sum, head) => sum + estimateTokens(head) + 3, 0)
  const kept = views.slice(0, shown.length).map((view) => {
    const cost = view.details.reduce((sum, detail) => sum + estimateTokens(detail), 0)
    if (cost <= remaining) {
      remaining -= cost
      return view
    }
    overflow(words.recipes, [itemOf(view, words)])
    return { ...view, details: [] }
  })
  overflow(
    words.recipes,
    views.slice(shown.length).map((view) => itemOf(view, words)),
  )
  const shownRecipes = recipes.slice(0, shown.length)
  return { groups: grouped(kept, shownRecipes, { words, isGrouped }), shown: shownRecipes }
}

const headOf = ({ title, marks, json }: RecipeView, words: SkillWords): string =>
  `${title}${marks}${words.colon}\`${json}\``

const itemOf = (view: RecipeView, words: SkillWords): string =>
  [`- ${headOf(view, words)}`, ...view.details].join('\n')

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

function viewsOf(
  { name }: AppManifest,
  recipes: readonly ShownRecipe[],
  { words, tried, isGrouped }: GroupOptions & { isGrouped: boolean },
): RecipeView[] {
  const explained = new Set<string>()
  return recipes.map((recipe) => ({
    title: safeProse(recipe.task, 120),
    marks: marksOf(recipe, { words, isTried: tried.includes(recipe.id), isGrouped }),
    json: recipeJson(name, exampleCall(recipe)),
    details: [
      ...choicesOf(recipe, words),
      ...inputsOf(recipe, { words, explained }),
      ...outputOf(recipe, words),
    ],
  }))
}

function marksOf(
  { effect, needs = [] }: Recipe,
  { words, isTried, isGrouped }: { words: SkillWords; isTried: boolean; isGrouped: boolean },
): string {
  const needed = {
    network: words.needsNetwork,
    account: words.needsAccount,
    server: words.needsServer,
    display: words.needsDisplay,
    input: words.needsInput,
  }
  const marks = [
    ...(effect === 'destructive' ? [words.recipeDestroys] : []),
    ...(effect === 'write' && !isGrouped ? [words.recipeWrites] : []),
    ...needs.map((need) => needed[need]),
    ...(isTried ? [words.ranHere] : []),
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
const maxInput = 240

/** The files that a recipe with an output works on, each once. */
function inputsOf(
  { files = {}, shows }: Recipe,
  { words, explained }: { words: SkillWords; explained: Set<string> },
): string[] {
  if (shows === undefined) return []
  return Object.entries(files).flatMap(([name, content]) => {
    const key = `${name}\0${JSON.stringify(content)}`
    if (typeof content !== 'string' || content.trim() === '' || content.length > maxInput) return []
    if (explained.has(key)) return []
    explained.add(key)
    return shownLines(fillWords(words.input, { file: codeSpan(name, 100) }), content, words)
  })
}

const outputOf = ({ shows }: Recipe, words: SkillWords): string[] =>
  shows === undefined ? [] : shownLines(words.prints, shows, words)
