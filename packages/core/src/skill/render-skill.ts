import Handlebars from 'handlebars'
import type { CommandNode } from '../command-tree.ts'
import { estimateTokens } from '../tokens.ts'
import { renderFrontmatter } from './frontmatter.ts'
import { type Block, type PackedFile, packFiles } from './pack-files.ts'
import { type ChosenLines, chooseLines, rankLines } from './rank-lines.ts'
import { referenceBlocks } from './reference-blocks.ts'
import { codeBlock, codeSpan } from './safe-text.ts'
import { fitLines, frontmatterOf, type SkillFacts, type SkillView, skillView } from './skill-view.ts'

/** Texts of the templates, as read from the `templates` folder. */
export interface SkillTemplates {
  skill: string
  reference: string
  partials: Readonly<Record<string, string>>
}

export interface RenderSkillOptions extends SkillFacts {
  templates: SkillTemplates
}

export interface RenderedSkill {
  /** Text by path below the skill's folder: `SKILL.md` and `references/*.md`. */
  files: Record<string, string>
}

/** Every file of a skill costs at most this many tokens. */
export const maxSkillTokens = 5_000
const maxSkillLines = 440
const maxIndexTokens = 900

/** With less room than this for commands, the manifest's own sections give up part of theirs. */
const minCommandRoom = 600

/**
 * The skill of one app as files: SKILL.md with what fits its budget, everything else in references that SKILL.md lists.
 * The same input gives the same bytes.
 */
export function renderSkill({ templates, ...facts }: RenderSkillOptions): RenderedSkill {
  const tree = facts.commands ?? facts.manifest.commands
  const print = compile(templates)
  let layout = layOut(facts, { tree, print, scale: 1 })
  for (const scale of [0.5, 0.2, 0])
    if (layout.room < minCommandRoom) layout = layOut(facts, { tree, print, scale })
  const chosen =
    tree &&
    chooseLines(rankLines(tree, facts.manifest), { tokens: layout.room, maxLines: maxSkillLines - 140 })
  return { files: { 'SKILL.md': layout.skill(chosen), ...layout.references } }
}

interface Layout {
  skill: (chosen: ChosenLines | undefined) => string
  references: Record<string, string>
  /** Tokens that are left for commands and options. */
  room: number
}

function layOut(
  facts: SkillFacts,
  { tree, print, scale }: { tree: CommandNode | undefined; print: Printers; scale: number },
): Layout {
  const { view, overflow } = skillView(facts, scale)
  const maxTokens = maxSkillTokens - 300
  const blocks = tree === undefined ? [] : commandBlocks(tree, facts.manifest.entry_point)
  const packed = [
    ...packFiles(blocks, { stem: 'commands', maxTokens }),
    ...packFiles(overflow.notes, { stem: 'notes', maxTokens }),
  ]
  const { entries, files } = indexOf(packed, maxIndexTokens * Math.max(scale, 0.2))
  const front = renderFrontmatter(frontmatterOf(facts))
  const skill = (chosen: ChosenLines | undefined): string =>
    tidy(`${front}\n${print.skill({ ...view, ...commandsOf(chosen, tree), references: entries })}`)
  const references = Object.fromEntries(
    [...files, ...packed].map(({ path, blocks: texts }) => [
      path,
      tidy(
        print.reference({
          ...titlesOf(view),
          heading: headingOf(path),
          blocks: texts.map(({ text }) => text),
        }),
      ),
    ]),
  )
  return { skill, references, room: maxSkillTokens - estimateTokens(skill(undefined)) - 120 }
}

const commandBlocks = (tree: CommandNode, program: string): Block[] =>
  referenceBlocks(tree, { program, maxTokens: maxSkillTokens - 400 })

const titlesOf = ({
  title,
  name,
  entryPoint,
}: SkillView): Pick<SkillView, 'title' | 'name' | 'entryPoint'> => ({ title, name, entryPoint })

const headingOf = (path: string): string =>
  path.includes('/notes')
    ? 'more notes'
    : path.includes('/index')
      ? 'index of the references'
      : 'commands and options'

/** Which reference to read when; what exceeds SKILL.md's part goes to an index of its own. */
function indexOf(
  references: readonly PackedFile[],
  maxTokens: number,
): { entries: string[]; files: PackedFile[] } {
  const lines = references.map((file) => `- [${file.path}](${file.path}): ${whenToRead(file)}`)
  const { shown, rest } = fitLines(lines, maxTokens)
  if (rest.length === 0) return { entries: shown, files: [] }
  // Links of an index stand beside the files that they name.
  const blocks = lines.map((line) => ({ subject: 'index', text: line.replaceAll('](references/', '](') }))
  const files = packFiles(blocks, { stem: 'index', maxTokens: maxSkillTokens - 300 })
  const entries = files
    .slice(0, 10)
    .map(({ path }) => `- [${path}](${path}): which of the ${lines.length} references to read for a command`)
  return { entries, files }
}

function whenToRead({ path, blocks }: PackedFile): string {
  const subjects = [...new Set(blocks.map(({ subject }) => subject))]
  const [first = '', second] = subjects
  const last = subjects.at(-1) ?? ''
  if (path.includes('/notes'))
    return `more about ${subjects.join(', ')}; read it when the sections here are not enough`
  if (second === undefined)
    return `every option of ${codeSpan(first, 80)}; read it before using one that is not shown here`
  return `all options of ${codeSpan(first, 80)} to ${codeSpan(last, 80)} (${subjects.length}, by name); read it before calling one of them with options not shown here`
}

interface CommandsView {
  hasTree: boolean
  hasCommands: boolean
  /** The program's own usage lines as a code block, or nothing. */
  usage: string
  commandLines: string[]
  hidden: { commands: number; options: number } | null
}

function commandsOf(chosen: ChosenLines | undefined, tree: CommandNode | undefined): CommandsView {
  const hasCommands = (tree?.commands.length ?? 0) > 0
  const lines = tree?.usage.slice(0, 3) ?? []
  const usage = lines.length === 0 ? '' : codeBlock(lines, { max: 300, language: 'text' })
  if (chosen === undefined)
    return {
      hasTree: tree !== undefined,
      hasCommands,
      usage,
      commandLines: [],
      hidden: { commands: 1, options: 1 },
    }
  const commands = chosen.commands.total - chosen.commands.shown
  const options = chosen.options.total - chosen.options.shown
  return {
    hasTree: true,
    hasCommands,
    usage,
    commandLines: chosen.lines.map(({ kind, path, text }) =>
      kind === 'option' && path.length > 0 ? `  ${text}` : text,
    ),
    hidden: commands + options === 0 ? null : { commands, options },
  }
}

interface Printers {
  skill: (view: object) => string
  reference: (view: object) => string
}

/** The views hold safe Markdown, so nothing is escaped; templates see own properties only and no helpers but the built-in. */
function compile({ skill, reference, partials }: SkillTemplates): Printers {
  const engine = Handlebars.create()
  for (const [name, text] of Object.entries(partials)) engine.registerPartial(name, text)
  const options = { noEscape: true, strict: false, preventIndent: true } as const
  return { skill: engine.compile(skill, options), reference: engine.compile(reference, options) }
}

/** No white space at the ends of lines, one blank line at most in a row, one newline at the end. */
const tidy = (text: string): string =>
  `${text
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`
