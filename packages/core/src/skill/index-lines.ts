import { shortList } from './command-lines.ts'
import { fitLines } from './fit-lines.ts'
import { type PackedFile, packFiles } from './pack-files.ts'
import { codeSpan } from './safe-text.ts'
import { fillWords, type SkillWords } from './skill-words.ts'

export interface ReferenceIndex {
  /** List items that link to the references and describe their content. */
  lines: string[]
  /** Further references with what exceeds SKILL.md's part of the index. */
  files: PackedFile[]
}

const maxNamed = 14

/** Lists which reference to read when. */
export function indexLines(
  references: readonly PackedFile[],
  { words, program, maxTokens }: { words: SkillWords; program: string; maxTokens: number },
): ReferenceIndex {
  const isOnly = references.filter(({ kind }) => kind === 'program').length < 2
  const context = { words, program, isOnly }
  const lines = references.map((file) => `- ${link(file.path)}${words.colon}${contentOf(file, context)}`)
  const compact = compactLines(references, context)
  if (fitLines(compact, maxTokens).rest.length === 0) return { lines: compact, files: [] }
  // Links of an index are relative to its own folder, which the linked files share.
  const blocks = lines.map((line) => ({
    subject: words.indexOf,
    heading: words.indexOf,
    text: line.replaceAll('](references/', ']('),
  }))
  const files = packFiles(blocks, { stem: 'index', kind: 'index', maxTokens: 4_500 })
  return {
    lines: files.map(({ path }) => `- ${link(path)}${words.colon}${words.indexOf}`),
    files,
  }
}

interface IndexContext {
  words: SkillWords
  program: string
  /** A single file contains all options of the program itself. */
  isOnly: boolean
}

const link = (path: string): string => `[${path}](${path})`

/** Files with one command each share a line, since their names describe their content. */
function compactLines(references: readonly PackedFile[], context: IndexContext): string[] {
  const { words } = context
  const isAlone = ({ kind, path, blocks }: PackedFile): boolean =>
    kind === 'command' && path === `references/${blocks[0]?.subject}.md`
  const alone = references.filter(isAlone)
  const lineOf = (file: PackedFile): string => `- ${link(file.path)}${words.colon}${contentOf(file, context)}`
  if (alone.length < 3) return references.map(lineOf)
  const links = alone.map(({ path, blocks }) => `[${blocks[0]?.subject}](${path})`)
  const others = references.filter((file) => !isAlone(file))
  return [
    ...others.filter(({ kind }) => kind === 'program').map(lineOf),
    `- ${fillWords(words.oneCommandEach, { links: links.join(words.comma) })}`,
    ...others.filter(({ kind }) => kind !== 'program').map(lineOf),
  ]
}

function contentOf({ kind, blocks }: PackedFile, { words, program, isOnly }: IndexContext): string {
  const subjects = [...new Set(blocks.map(({ subject }) => subject))]
  if (kind === 'notes') return fillWords(words.notesAbout, { subjects: subjects.join(words.comma) })
  if (kind === 'program') {
    const names = blocks.flatMap((block) => block.names ?? [])
    return fillWords(isOnly ? words.programOptions : words.programOptionsFrom, {
      program: codeSpan(program, 80),
      first: codeSpan(names[0] ?? '', 80),
      last: codeSpan(names.at(-1) ?? '', 80),
    })
  }
  const tops = [...new Set(subjects.map((subject) => subject.split(' ')[0] ?? ''))]
  const names = kind === 'command' || tops.length < 2 ? subjects : tops
  if (names.length <= maxNamed) return shortList(names, maxNamed, words)
  return fillWords(words.fromTo, {
    first: codeSpan(names[0] ?? '', 80),
    last: codeSpan(names.at(-1) ?? '', 80),
    count: names.length,
  })
}
