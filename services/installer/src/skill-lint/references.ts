import { skillFile, t } from '@cli-apps/core'
import { resolve } from './links.ts'
import type { LintRule, Remark } from './lint-rule.ts'
import { isMarkdown, type SkillDraft } from './skill-draft.ts'

/** Files in a skill that are for people and not for agents. */
const forPeople =
  /(^|\/)(license|licence|readme|changelog|contributing|code_of_conduct|notice|security)[^/]*$/i

/** Documents that no file refers to are never read, and those that only another reference names are found late. */
export const references: LintRule = {
  factor: 'references',
  check(draft) {
    const documents = draft.files.filter(
      ({ path }) => isMarkdown(path) && path !== skillFile && !forPeople.test(path),
    )
    const first = namedBy(draft, [skillFile])
    const all = namedBy(draft, [skillFile, ...documents.map(({ path }) => path)])
    return documents.flatMap(({ path }): Remark[] => {
      if (!/^(references?|docs?)\//i.test(path) && path.includes('/')) return []
      if (first.has(path)) return path.split('/').length > 2 ? [deepFolder(path)] : []
      if (draft.unread > 0) return []
      if (hasOtherCase(path, draft))
        return [
          {
            code: 'skill.reference-case',
            severity: 'warning',
            file: path,
            message: t(
              'references.skill-names-file-different',
              'The skill names this file with different upper and lower case.',
            ),
            hint: t(
              'references.hint',
              'Write its exact name: most systems distinguish upper and lower case.',
            ),
          },
        ]
      if (all.has(path))
        return [
          {
            code: 'skill.reference-deep',
            severity: 'note',
            file: path,
            message: t(
              'references.skill-md-does-not',
              'SKILL.md does not name this file; only another reference does.',
            ),
            hint: t('references.hint.name-skill-md-say', 'Name it in SKILL.md, and say when to read it.'),
          },
        ]
      return [
        {
          code: 'skill.reference-unnamed',
          severity: 'warning',
          file: path,
          message: t('references.no-text-skill-tells', 'No text of the skill tells to read this file.'),
          hint: t(
            'references.name-skill-md-say',
            'Name it in SKILL.md, and say when to read it, or remove it.',
          ),
        },
      ]
    })
  },
}

const hasOtherCase = (path: string, { text }: SkillDraft): boolean => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return !text.includes(name) && text.toLowerCase().includes(name.toLowerCase())
}

const deepFolder = (file: string): Remark => ({
  code: 'skill.reference-folder',
  severity: 'note',
  file,
  message: t('references.file-lies-more-than', 'The file lies more than one level below SKILL.md.'),
  hint: t('references.hint.keep-references-one-level', 'Keep references one level deep.'),
})

/** Returns the Markdown files that these files link to, or mention by path, by name, or by folder and name. */
function namedBy({ files, documents }: SkillDraft, sources: readonly string[]): ReadonlySet<string> {
  const paths = files.map(({ path }) => path).filter(isMarkdown)
  const named = new Set<string>()
  for (const source of sources) {
    const text = files.find(({ path }) => path === source)?.text ?? ''
    const linked = documents.find(({ path }) => path === source)?.links ?? []
    for (const { href } of linked) {
      const target = resolve(source, href.replace(/[#?].*$/, ''))
      if (target !== undefined) named.add(target)
    }
    // Each possible file name is looked up once, which keeps long texts fast.
    const words = new Set(text.match(/[\p{L}\p{N}_.@/-]{2,200}/gu) ?? [])
    const tails = new Set([...words].flatMap((word) => [word, word.replace(/[.,]+$/, '')]).flatMap(tailsOf))
    for (const path of paths) {
      if (path === source) continue
      const name = path.slice(path.lastIndexOf('/') + 1)
      const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
      const stem = path.replace(/\.[a-z]+$/i, '')
      if (tails.has(path) || tails.has(name) || tails.has(stem) || words.has(`${folder}/`)) named.add(path)
    }
  }
  return named
}

/** `a/b/c.md`, `b/c.md` and `c.md`. */
const tailsOf = (word: string): string[] => {
  const parts = word.split('/').slice(-6)
  return parts.map((_, at) => parts.slice(at).join('/'))
}
