import type { AppManifest } from '../../manifest/manifest.ts'
import type { Recipe } from '../../manifest/recipe/recipe.ts'
import { taskRecipes } from '../../manifest/recipe/recipe-uses.ts'
import { estimateTokens } from '../../tokens.ts'
import { fitLines } from '../fit-lines.ts'
import { fillWords, type SkillWords } from '../skill-words.ts'
import type { Overflow } from './overflow.ts'
import { type DraftOptions, draftsOf, type RecipeDraft, type RecipeView } from './recipe-draft.ts'
import { type ShownRecipe, usualState } from './recipe-state.ts'

/** Recipes below a heading, or all of them without one. */
export interface RecipeGroup {
  heading: string
  recipes: RecipeView[]
}

interface GroupOptions extends Omit<DraftOptions, 'isGrouped' | 'usual'> {
  /** Factor for the tokens of the section, 0 to 1. */
  scale: number
}

/** Calls come first. Inputs and outputs say less, so that they get less. */
const callTokens = 900
const detailTokens = 235

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
