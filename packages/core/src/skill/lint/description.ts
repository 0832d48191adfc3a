import type { LintRule, Remark } from './lint-rule.ts'

/** Words that say when: of conditions, purposes and triggers, in the languages that skills are written in. */
const when =
  /\b(when(ever)?|if (the|a|an|you|someone|asked)|use (it|this|for|to|on|after|before|proactively)|used (for|to|by)|useful (for|to)|trigger(s|ed)?|invoke|activat\w+|for (tasks?|any|all|every|questions|requests|users?)|before|after|during|asks?|mentions?|needs?|wants?)\b|用于|适用|适合|当|时使用|时候|场景|触发|以便|場合|とき|際|使う|때|사용|cuando|quand|lorsque|wenn|quando|когда/iu

/** The description decides whether an agent ever reads the skill: it has to say what it does and when to use it. */
export const description: LintRule = {
  factor: 'description',
  check({ front }) {
    if (front.problem !== undefined) return []
    const field = front.fields.find(({ key }) => key === 'description')
    const remark = (severity: Remark['severity'], code: string, message: string, hint: string): Remark[] => [
      { code: `skill.${code}`, severity, line: field?.line ?? 1, message, hint },
    ]
    const { value } = field ?? {}
    if (typeof value !== 'string' || value.trim() === '')
      return remark(
        'error',
        'description-missing',
        'The front matter has no description.',
        'Say in a sentence or two what the skill does and when to use it.',
      )
    const text = value.trim()
    const remarks: Remark[] = []
    if (text.length > 1024)
      remarks.push(
        ...remark(
          'error',
          'description-long',
          `The description has ${text.length} characters; at most 1024 are allowed.`,
          'Keep what decides whether the skill is read, and move the rest into the body.',
        ),
      )
    if (sizeOf(text) < 40)
      remarks.push(
        ...remark(
          'warning',
          'description-short',
          `The description has ${text.length} characters, too few to say what the skill does and when to use it.`,
          'Add the tasks and the words of users that it is for.',
        ),
      )
    if (!when.test(text))
      remarks.push(
        ...remark(
          'warning',
          'description-no-when',
          'The description does not say when to use the skill.',
          'Add a sentence such as "Use when the user asks for …".',
        ),
      )
    if (/<[a-z/!][^>]{0,200}>/i.test(text))
      remarks.push(
        ...remark(
          'warning',
          'description-markup',
          'The description holds markup, which stands in the prompt of every agent as it is.',
          'Write plain words.',
        ),
      )
    return remarks
  },
}

/** A Chinese character says as much as some Latin letters. */
const sizeOf = (text: string): number =>
  text.length + 2 * (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g) ?? []).length
