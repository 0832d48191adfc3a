import { skillFile, t, toLine } from '@cli-apps/core'
import { callsIn } from './calls/calls.ts'
import type { LintRule, Remark } from './lint-rule.ts'
import { type SkillDraft, textField } from './skill-draft.ts'
import type { SkillMarkdown } from './skill-markdown.ts'

const placeholder =
  /\blorem ipsum\b|(?:^|[\s[(])(?:TODO|FIXME|TBD|XXX)(?:[\])]|:(?=\s|$))|^(?:TODO|FIXME)$|\[(?:insert|add|your|describe|fill in|replace)\b[^\]\n]{0,80} here\]|\b(?:your|skill|a) (?:short |brief )?description (?:goes )?here\b|\breplace (?:this )?with (?:a |the |your )?(?:actual |real )?(?:description|content|text)\b/i

/** Reports repeated headings and placeholder text. */
export const wording: LintRule = {
  factor: 'text',
  check: (draft) => [
    ...descriptionRemarks(draft),
    ...draft.documents.flatMap((document) => [...headingRemarks(document), ...placeholderRemarks(document)]),
    ...exampleRemarks(draft),
  ],
}

function headingRemarks({ path, headings }: SkillMarkdown): Remark[] {
  const above: string[] = []
  const seen = new Set<string>()
  return headings.flatMap(({ text, level, line }): Remark[] => {
    above.length = level - 1
    const key = JSON.stringify([...above, '', level, text.toLowerCase()])
    above[level - 1] = text.toLowerCase()
    if (text === '') return []
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [
      {
        code: 'skill.heading-twice',
        severity: 'warning',
        file: path,
        line,
        message: t(
          'wording.heading-appears-twice-same',
          'The heading {text} appears twice at the same place.',
          { text: JSON.stringify(toLine(text, 80)) },
        ),
        hint: t('wording.hint', 'Join the two parts, or name them apart.'),
      },
    ]
  })
}

function placeholderRemarks({ path, prose, headings }: SkillMarkdown): Remark[] {
  const found = [...prose, ...headings].find(({ text }) => placeholder.test(text))
  if (found === undefined) return []
  return [
    {
      code: 'skill.placeholder',
      severity: 'warning',
      file: path,
      line: found.line,
      message: t('wording.reads-like-placeholder', 'This reads like a placeholder.'),
      hint: t('wording.hint.write-remove', 'Write it, or remove it.'),
    },
  ]
}

const descriptionRemarks = (draft: SkillDraft): Remark[] =>
  placeholder.test(textField(draft, 'description') ?? '')
    ? [
        {
          code: 'skill.placeholder',
          severity: 'warning',
          message: t(
            'wording.description-reads-like-placeholder',
            'The description reads like a placeholder.',
          ),
          hint: t('wording.hint.say-what-skill-does', 'Say what the skill does and when to use it.'),
        },
      ]
    : []

/** A skill about a program should contain at least one example call. */
function exampleRemarks({ documents, program }: SkillDraft): Remark[] {
  const [first] = documents
  if (program === undefined || first === undefined || first.path !== skillFile) return []
  if (first.blocks.length > 0 || callsIn(first, program).length > 0) return []
  return [
    {
      code: 'skill.no-example',
      severity: 'note',
      message: t('wording.skill-md-shows-no', 'SKILL.md shows no call of the program.'),
      hint: t('wording.hint.show-calls-needed-most', 'Show the calls that are needed most.'),
    },
  ]
}
