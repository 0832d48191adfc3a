import { type CommandNode, skillFile } from '@cli-apps/core'
import { type FrontMatter, readFrontMatter } from '@cli-apps/core/skill/front-matter'
import type { SkillFile } from './skill-file.ts'
import { readMarkdown, type SkillMarkdown } from './skill-markdown.ts'

/** What is known about the program that a skill documents. */
export interface KnownProgram {
  /** Names by which shells and `run_cli_app` call it. */
  names: readonly string[]
  tree: CommandNode
}

/** A skill as the rules receive it. */
export interface SkillDraft {
  folderName: string
  files: readonly SkillFile[]
  /** Number of files that were not read. */
  unread: number
  /** Text of SKILL.md; empty if it has none. */
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

/** Returns the value of a front matter field if it is a string. */
export function textField({ front }: SkillDraft, name: string): string | undefined {
  const value = front.fields.find(({ key }) => key === name)?.value
  return typeof value === 'string' ? value : undefined
}
