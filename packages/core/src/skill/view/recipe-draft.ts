import type { CommandNode } from '@cli-apps/help/command-tree'
import { listedEffect } from '../../call-effect/recipe-effect.ts'
import type { Effect } from '../../manifest/effect/effect.ts'
import type { AppManifest } from '../../manifest/manifest.ts'
import { exampleCall } from '../../manifest/recipe/fill-recipe.ts'
import type { Recipe } from '../../manifest/recipe/recipe.ts'
import { shortList } from '../command-lines.ts'
import { codeSpan, safeProse } from '../safe-text.ts'
import { styledCall } from '../shell-call.ts'
import type { CallStyle } from '../skill-facts.ts'
import { fillWords, type SkillWords } from '../skill-words.ts'
import { textFault } from '../text-fault.ts'
import { type ShownRecipe, stateOf } from './recipe-state.ts'
import { shownLines } from './shown-lines.ts'

export interface RecipeView {
  title: string
  /** What it does, needs, and whether it ran here, in parentheses; may be empty. */
  marks: string
  json: string
  /** The values that an example stands for, the input and the output: indented Markdown. */
  details: string[]
}

/** A recipe whose details are still to be chosen. */
export interface RecipeDraft extends RecipeView {
  choices: string[]
  scripts: string[]
  inputs: string[]
  output: string[]
}

export interface DraftOptions {
  /** Of the entry point. */
  tree: CommandNode | undefined
  words: SkillWords
  /** Ids of the recipes that ran on this machine. */
  tried: readonly string[]
  /** The recipes stand below headings that say what they do. */
  isGrouped: boolean
  /** What a note says of most recipes. */
  usual: string | undefined
  calls: CallStyle | undefined
}

/** Everything that a skill may say of each recipe. */
export function draftsOf(
  manifest: AppManifest,
  recipes: readonly ShownRecipe[],
  options: DraftOptions,
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

interface MarkOptions extends Pick<DraftOptions, 'words' | 'tried' | 'isGrouped' | 'usual'> {
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
