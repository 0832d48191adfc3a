import type { CommandNode } from '@cli-apps/help/command-tree'
import { InvalidError } from '../errors/errors.ts'
import { localizedManifest } from '../manifest/localized-manifest.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { inlineTree } from '../manifest/publication.ts'
import type { Recipe } from '../manifest/recipe/recipe.ts'
import { taskRecipes } from '../manifest/recipe/recipe-uses.ts'
import { t } from '../messages/t.ts'
import { estimateTokens } from '../tokens.ts'
import { renderFrontmatter } from './frontmatter.ts'
import { indexLines, type ReferenceIndex } from './index-lines.ts'
import { type Block, blockTokens, type PackedFile, packFiles } from './pack-files.ts'
import { chooseLines, rankLines, type SkillLine } from './rank-lines.ts'
import { type BlockOptions, referenceBlocks, usageBlock } from './reference-blocks.ts'
import { referenceFiles } from './reference-files.ts'
import { codeSpan } from './safe-text.ts'
import type { SkillFacts } from './skill-facts.ts'
import { skillFrontmatter } from './skill-frontmatter.ts'
import { styledWords } from './skill-words.ts'
import type { SkillTemplates } from './templates/compile-templates.ts'
import { withoutExecutedText } from './templates/substitution.ts'
import { type SkillView, skillView } from './view/skill-view.ts'

export interface RenderSkillOptions extends SkillFacts {
  /** From `compileTemplates` for the same language. */
  templates: SkillTemplates
}

export interface RenderedSkill {
  /** Text by path in the skill's folder: `SKILL.md` and `references/*.md`. */
  files: Record<string, string>
}

/** Maximum tokens of every file of a skill. */
const maxFileTokens = 5_000
const maxFileLines = 500
const maxIndexTokens = 1_000
/** Tokens for the text around the blocks of a reference. */
const referenceOverhead = 300

/** Agents keep what they have read, so that SKILL.md is worth fewer tokens than a reference that they read once. */
const maxSkillTokens = 2_900
/** Up to here, SKILL.md is filled with commands and options. */
const usualSkillTokens = 1_300

/** A program whose commands and options cost no more is documented completely in SKILL.md, without references. */
const maxWholeTokens = 400
/** Tokens for commands and options in a skill that has much else to say, and in one that has little. */
const leastLineTokens = 90
const mostLineTokens = 500
const maxCommandLines = 40
const enoughRecipes = 3
/** Longer usage lines are a list of options, which references have. */
const maxUsageTokens = 90

/** If fewer tokens than this remain for commands, the manifest's own sections are shortened. */
const minCommandTokens = 90
/** In small steps, so that a little too much does not cost half of everything. */
const smallerScales = [0.85, 0.7, 0.5, 0.2, 0]

/**
 * Renders the skill of an app as files: SKILL.md within its budget, and everything else in references that SKILL.md
 * lists. Deterministic. Throws `InvalidError` `skill.too-large` if templates leave no tokens for commands.
 */
export function renderSkill({ templates: compiled, ...given }: RenderSkillOptions): RenderedSkill {
  const templates = { ...compiled, words: styledWords(compiled.words, given.calls) }
  const manifest = localizedManifest(given.manifest, given.language)
  const facts = { ...given, manifest }
  const parts = treeParts(facts.commands ?? inlineTree(manifest.commands), {
    program: manifest.entry_point,
    words: templates.words,
    maxTokens: maxFileTokens - referenceOverhead,
    // Recipes say more than the examples of a short help.
    hasRecipes: taskRecipes(manifest).length >= enoughRecipes,
  })
  let layout = layOut(facts, { parts, templates, scale: 1 })
  for (const scale of smallerScales)
    if (layout.remaining < minCommandTokens) layout = layOut(facts, { parts, templates, scale })
  const files = layout.files(layout.remaining)
  for (const [path, text] of Object.entries(files)) {
    files[path] = withoutExecutedText(text)
    requireFit(path, text)
  }
  return { files }
}

interface TreeParts {
  tree: CommandNode | undefined
  usage: string
  /** Every command and option, if short enough to be read each time. */
  whole: readonly Block[] | undefined
  references: readonly PackedFile[]
}

function treeParts(
  tree: CommandNode | undefined,
  { hasRecipes, ...options }: BlockOptions & { hasRecipes: boolean },
): TreeParts {
  if (tree === undefined) return { tree, usage: '', whole: [], references: [] }
  const usage = usageBlock({ ...tree, usage: tree.usage.slice(0, 3) }, [], options.program)
  const references = referenceFiles(tree, options)
  const isSaid = ({ text, line }: Block): boolean => text !== '' || line !== undefined
  const tokens = references
    .flatMap(({ blocks }) => blocks.filter(isSaid))
    .reduce((sum, block) => sum + blockTokens(block), 0)
  return {
    tree,
    usage: estimateTokens(usage) <= maxUsageTokens ? usage : '',
    whole:
      tokens <= maxWholeTokens && saysEnough(tree)
        ? referenceBlocks(hasRecipes ? { ...tree, examples: [] } : tree, options).filter(isSaid)
        : undefined,
    references,
  }
}

/** A list of bare names is worth little to those who have the recipes. */
const saysEnough = ({ options }: CommandNode): boolean =>
  options.filter(({ description }) => description === '').length * 2 <= options.length

function requireFit(path: string, text: string): void {
  const tokens = estimateTokens(text)
  const lines = text.split('\n').length
  if (tokens <= maxFileTokens && lines <= maxFileLines) return
  throw new InvalidError(
    'skill.too-large',
    t(
      'skill.too-large',
      '{path} would have up to {tokens} tokens and {lines} lines; at most {maxFileTokens} and {maxFileLines} are allowed.',
      { path, tokens, lines, maxFileTokens, maxFileLines },
    ),
    {
      hint: t('skill.too-large.hint', 'Shorten your templates or word lists.'),
      details: { path, tokens, lines, max_tokens: maxFileTokens, max_lines: maxFileLines },
    },
  )
}

interface Layout {
  files: (remaining: number) => Record<string, string>
  /** Tokens left for commands and options. */
  remaining: number
}

interface LayoutOptions {
  parts: TreeParts
  templates: SkillTemplates
  scale: number
}

const layOut = (facts: SkillFacts, options: LayoutOptions): Layout => {
  const frame = skillFrame(facts, options)
  return wholeLayout(frame, options.parts) ?? rankedLayout(frame, options)
}

/** All of a skill except its commands and options. */
interface SkillFrame {
  manifest: AppManifest
  /** Renders SKILL.md with this section on commands. */
  skill: (data: object) => string
  /** The recipes that it shows. */
  recipes: readonly Recipe[]
  /** Tokens that SKILL.md has left with this section on commands. */
  remainingWith: (data: object) => number
  index: (files: readonly PackedFile[]) => ReferenceIndex
  /** The parts that exceed the budgets of sections. */
  noteFiles: readonly PackedFile[]
  printReferences: (files: readonly PackedFile[]) => Record<string, string>
}

function skillFrame(facts: SkillFacts, { parts, templates, scale }: LayoutOptions): SkillFrame {
  const { manifest } = facts
  const { words } = templates
  const { view, notes, recipes } = skillView({ facts, tree: parts.tree, words, scale })
  const front = renderFrontmatter(skillFrontmatter(facts, words))
  const skill = (data: object): string =>
    tidy(`${front}\n${templates.skill({ words, ...view, ...emptyCommands, ...data })}`)
  return {
    manifest,
    skill,
    recipes,
    remainingWith: (data) => maxSkillTokens - estimateTokens(skill(data)),
    index: (files) =>
      indexLines(files, {
        words,
        program: manifest.entry_point,
        maxTokens: maxIndexTokens * Math.max(scale, 0.2),
      }),
    noteFiles: packFiles(notes, {
      stem: 'notes',
      kind: 'notes',
      maxTokens: maxFileTokens - referenceOverhead,
    }),
    printReferences: referencePrinter(templates, view),
  }
}

const hasCommands = (tree: CommandNode | undefined): boolean => (tree?.commands.length ?? 0) > 0

/** Every command and option in SKILL.md; `undefined` if they do not fit. */
function wholeLayout(frame: SkillFrame, { tree, whole }: TreeParts): Layout | undefined {
  if (whole === undefined) return undefined
  const { lines: references, files } = frame.index(frame.noteFiles)
  const data = {
    hasTree: whole.length > 0,
    commandLines: whole.flatMap(({ line }) => line ?? []),
    blocks: whole.filter(({ line }) => line === undefined),
    hasCommands: hasCommands(tree),
    references,
  }
  const left = frame.remainingWith(data)
  if (tree !== undefined && left < 0) return undefined
  return {
    remaining: minCommandTokens + left,
    files: () => ({
      'SKILL.md': frame.skill(data),
      ...frame.printReferences([...files, ...frame.noteFiles]),
    }),
  }
}

/** The most important commands and options in SKILL.md, all of them in references. */
function rankedLayout(frame: SkillFrame, { parts, templates }: LayoutOptions): Layout {
  const { tree, usage } = parts
  const all = [...parts.references, ...frame.noteFiles]
  const { lines: references, files } = frame.index(all)
  const isPartlyRead = (tree?.warnings.length ?? 0) > 0
  const empty = { hasTree: true, usage, references, hidden: { isPartlyRead } }
  const remaining = frame.remainingWith(empty)
  const usual = remaining - maxSkillTokens + usualSkillTokens
  return {
    remaining: Math.min(remaining, Math.max(leastLineTokens, Math.min(mostLineTokens, usual))),
    files: (tokens) => {
      const { manifest, recipes } = frame
      const lines = tree === undefined ? [] : rankLines(tree, { manifest, recipes, words: templates.words })
      const chosen = chooseLines(lines, { tokens, maxLines: maxCommandLines })
      return {
        'SKILL.md': frame.skill({
          ...empty,
          ...linesOf(chosen),
          hasTree: chosen.length > 0 || usage !== '' || isPartlyRead,
          hasCommands: hasCommands(tree),
        }),
        ...frame.printReferences([...files, ...all]),
      }
    },
  }
}

const emptyCommands = {
  hasTree: false,
  hasCommands: false,
  usage: '',
  blocks: [],
  commandLines: [],
  sharedLines: [],
  programLines: [],
  hidden: null,
  references: [],
}

function linesOf(
  lines: readonly SkillLine[],
): Record<'commandLines' | 'sharedLines' | 'programLines', string[]> {
  const texts = (is: (line: SkillLine) => boolean): string[] =>
    lines
      .filter(is)
      .map(({ kind, path, text }) => (kind === 'option' && path.length > 0 ? `  ${text}` : text))
  return {
    commandLines: texts(({ path }) => path.length > 0),
    sharedLines: texts(({ kind }) => kind === 'shared'),
    programLines: texts(({ kind, path }) => kind === 'option' && path.length === 0),
  }
}

function referencePrinter(
  templates: SkillTemplates,
  view: SkillView,
): (files: readonly PackedFile[]) => Record<string, string> {
  const { words } = templates
  const { title, name, entryPoint } = view
  const headings = {
    notes: words.moreNotes,
    index: words.references,
    program: words.options,
    command: '',
    commands: '',
  }
  const text = ({ kind, blocks }: Pick<PackedFile, 'kind' | 'blocks'>): string => {
    const subject = codeSpan(blocks[0]?.subject ?? '', 120)
    const heading = headings[kind] || (kind === 'command' ? subject : words.commands)
    // A list needs its heading only once.
    const shown =
      kind === 'notes' || kind === 'index'
        ? joinLists(blocks)
        : blocks.map((block) => ({ heading: block.heading, text: block.text }))
    return tidy(templates.reference({ title, name, entryPoint, heading, blocks: shown }))
  }
  return (files) => Object.fromEntries(files.map((file) => [file.path, text(file)]))
}

/** Joins list items under their common heading. */
function joinLists(blocks: readonly Block[]): Pick<Block, 'heading' | 'text'>[] {
  const lists = new Map<string, string[]>()
  for (const { heading, text } of blocks) lists.set(heading, [...(lists.get(heading) ?? []), text])
  return [...lists].map(([heading, items]) => ({ heading, text: items.join('\n') }))
}

/** Removes trailing white space and repeated blank lines, and ends with one newline. */
const tidy = (text: string): string =>
  `${text
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
