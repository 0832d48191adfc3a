import { type CommandNode, skillFile } from '@cli-apps/core'
import { type FrontMatter, readFrontMatter } from '@cli-apps/core/skill/front-matter'
import type { SkillFile } from './skill-file.ts'
import { readMarkdown, type SkillMarkdown } from './skill-markdown.ts'

/** The program that a skill is about, as far as it is known. */
export interface KnownProgram {
  /** How shells call it, and how `run_cli_app` does. */
  names: readonly string[]
  tree: CommandNode
}

/** A skill as the rules see it. */
export interface SkillDraft {
  folderName: string
  files: readonly SkillFile[]
  /** How many files were not looked at. */
  unread: number
  /** SKILL.md; empty where it has no text. */
  text: string
  front: FrontMatter
  /** Every Markdown file, SKILL.md first. */
  documents: readonly SkillMarkdown[]
  program: KnownProgram | undefined
}

export function skillDraftOf(
  files: readonly SkillFile[],
  rest: Pick<SkillDraft, 'folderName' | 'unread' | 'program'>,
): SkillDraft {
  const text = files.find(({ path }) => path === skillFile)?.text ?? ''
  const front = readFrontMatter(text)
  const others = files.filter(
    ({ path, text: own }) => isMarkdown(path) && path !== skillFile && own !== undefined,
  )
  return {
    ...rest,
    files,
    text,
    front,
    documents: [
      readMarkdown(skillFile, front.body, front.offset),
      ...others.map(({ path, text: own = '' }) => readMarkdown(path, own)),
    ],
  }
}

export const isMarkdown = (path: string): boolean => /\.(md|markdown|mdx)$/i.test(path)

/** The value of a field, when it is a text. */
export function textField({ front }: SkillDraft, name: string): string | undefined {
  const value = front.fields.find(({ key }) => key === name)?.value
  return typeof value === 'string' ? value : undefined
}
