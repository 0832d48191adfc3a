import { t } from '@cli-apps/core'
import type { LintRule, Remark } from './lint-rule.ts'

/** Words of conditions, purposes and triggers, in the languages that skills are written in. */
const when =
  /\b(when(ever)?|if (the|a|an|you|someone|asked)|use (it|this|for|to|on|after|before|proactively)|used (for|to|by)|useful (for|to)|trigger(s|ed)?|invoke|activat\w+|for (tasks?|any|all|every|questions|requests|users?)|before|after|during|asks?|mentions?|needs?|wants?)\b|用于|适用|适合|当|时使用|时候|场景|触发|以便|場合|とき|際|使う|때|사용|cuando|quand|lorsque|wenn|quando|когда/iu

/** Agents choose skills by the description alone: it must say what the skill does and when to use it. */
export const description: LintRule = {
  factor: 'description',
  check({ front }) {
    if (front.problem !== undefined) return []
    const field = front.fields.find(({ key }) => key === 'description')
    const remark: MakeRemark = (severity, code, message, hint) => ({
      code: `skill.${code}`,
      severity,
      line: field?.line ?? 1,
      message,
      hint,
    })
    const { value } = field ?? {}
    if (typeof value !== 'string' || value.trim() === '')
      return [
        remark(
          'error',
          'description-missing',
          t('description.front-matter-has-no', 'The front matter has no description.'),
          t(
            'description.say-sentence-two-what',
            'Say in a sentence or two what the skill does and when to use it.',
          ),
        ),
      ]
    return remarksOn(value.trim(), remark)
  },
}

type MakeRemark = (severity: Remark['severity'], code: string, message: string, hint: string) => Remark

function remarksOn(text: string, remark: MakeRemark): Remark[] {
  const remarks: Remark[] = []
  if (text.length > 1024)
    remarks.push(
      remark(
        'error',
        'description-long',
        t(
          'description.description-has-characters-most',
          'The description has {count} characters; at most 1024 are allowed.',
          { count: text.length },
        ),
        t(
          'description.keep-what-decides-whether',
          'Keep what decides whether the skill is read, and move the rest into the body.',
        ),
      ),
    )
  if (sizeOf(text) < 40)
    remarks.push(
      remark(
        'warning',
        'description-short',
        t(
          'description.description-has-characters-too',
          'The description has {count} characters, too few to say what the skill does and when to use it.',
          { count: text.length },
        ),
        t('description.add-tasks-words-users', 'Add the tasks and the words of users that it is for.'),
      ),
    )
  if (!when.test(text))
    remarks.push(
      remark(
        'warning',
        'description-no-when',
        t('description.description-does-not-say', 'The description does not say when to use the skill.'),
        t('description.add-sentence-such-as', 'Add a sentence such as "Use when the user asks for …".'),
      ),
    )
  if (/<[a-z/!][^>]{0,200}>/i.test(text))
    remarks.push(
      remark(
        'warning',
        'description-markup',
        t(
          'description.description-holds-markup-stands',
          'The description holds markup, which stands in the prompt of every agent as it is.',
        ),
        t('description.write-plain-words', 'Write plain words.'),
      ),
    )
  return remarks
}

/** A Chinese character carries as much meaning as several Latin letters. */
const sizeOf = (text: string): number =>
  text.length + 2 * (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g) ?? []).length
