import { skillFile, t, toLine } from '@cli-apps/core'
import type { FrontField } from '@cli-apps/core/skill/front-matter'
import type { LintRule, Remark } from './lint-rule.ts'
import type { SkillDraft } from './skill-draft.ts'

const known = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools']

/** Checks SKILL.md and its front matter against the Agent Skills specification. */
export const specification: LintRule = {
  factor: 'specification',
  check(draft) {
    if (!draft.files.some(({ path }) => path === skillFile))
      return [
        {
          code: 'skill.no-skill-file',
          severity: 'error',
          message: t('specification.folder-has-no-skill', 'The folder has no SKILL.md.'),
          hint: t('specification.hint', 'A skill is a folder with a file of exactly that name.'),
        },
      ]
    const { problem } = draft.front
    if (problem !== undefined)
      return [
        {
          code: 'skill.front-matter-broken',
          severity: 'error',
          line: problem.line,
          message: t('specification.skill-md', 'SKILL.md {message}.', { message: problem.message }),
          hint: t(
            'specification.hint.begin-file-fields-name',
            'Begin the file with ---, the fields name and description, and ---; quote texts that hold a colon.',
          ),
        },
      ]
    return [
      ...nameRemarks(draft),
      ...draft.front.fields.flatMap((field) => fieldRemarks(field)),
      ...(draft.front.body.trim() === ''
        ? [
            {
              code: 'skill.body-empty',
              severity: 'warning' as const,
              message: t(
                'specification.skill-md-says-nothing',
                'SKILL.md says nothing below its front matter.',
              ),
              hint: t('specification.hint.say-how-do-what', 'Say how to do what the description promises.'),
            },
          ]
        : []),
    ]
  },
}

function nameRemarks({ front, folderName }: SkillDraft): Remark[] {
  const field = front.fields.find(({ key }) => key === 'name')
  const error = (code: string, message: string, hint: string): Remark[] => [
    { code, severity: 'error', line: field?.line ?? 1, message, hint },
  ]
  if (field === undefined || field.value === null || field.value === '')
    return error(
      'skill.name-missing',
      t('specification.front-matter-has-no', 'The front matter has no name.'),
      t('specification.name-skill-like-folder', 'Name the skill like its folder.'),
    )
  if (typeof field.value !== 'string')
    return error(
      'skill.name-invalid',
      t('specification.name-not-string', 'The name is not a string.'),
      t('specification.put-quotes', 'Put it in quotes.'),
    )
  const name = field.value.normalize('NFKC')
  const shown = JSON.stringify(toLine(name, 80))
  if (name.length > 64 || !/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(name))
    return error(
      'skill.name-invalid',
      t('specification.name-does-not-follow', 'The name {shown} does not follow the specification.', {
        shown,
      }),
      t(
        'specification.use-most-small-letters',
        'Use at most 64 small letters, digits and single hyphens between them.',
      ),
    )
  if (name !== folderName.normalize('NFKC'))
    return error(
      'skill.name-not-folder',
      t('specification.name-not-folder', 'The name {shown} is not that of its folder, {folderName}.', {
        shown,
        folderName: JSON.stringify(toLine(folderName, 80)),
      }),
      t('specification.rename-one-them', 'Rename one of them.'),
    )
  return []
}

function fieldRemarks({ key, value, line }: FrontField): Remark[] {
  const remark = (severity: Remark['severity'], code: string, message: string, hint: string): Remark[] => [
    { code: `skill.${code}`, severity, line, message, hint },
  ]
  if (!known.includes(key))
    return remark(
      'warning',
      'field-unknown',
      t('specification.specification-has-no-field', 'The specification has no field {key}.', {
        key: JSON.stringify(toLine(key, 60)),
      }),
      t(
        'specification.put-below-metadata-text',
        'Put it below metadata, with a text as its value; strict readers refuse unknown fields.',
      ),
    )
  if (key === 'metadata') return metadataRemarks(value, remark)
  if (key === 'name' || key === 'description') return []
  if (key === 'allowed-tools' && Array.isArray(value))
    return remark(
      'warning',
      'field-type',
      t('specification.allowed-tools-list', 'allowed-tools is a list.'),
      t('specification.write-tools-as-one', 'Write the tools as one text, with spaces between.'),
    )
  if (typeof value !== 'string' || value.trim() === '')
    return remark(
      'error',
      'field-type',
      t('specification.must-text-not-empty', '{key} must be a text that is not empty.', { key }),
      t('specification.quote-leave-field-out', 'Quote it, or leave the field out.'),
    )
  if (key === 'compatibility' && value.length > 500)
    return remark(
      'error',
      'compatibility-long',
      t(
        'specification.compatibility-has-characters-most',
        'compatibility has {count} characters; at most 500 are allowed.',
        { count: value.length },
      ),
      t('specification.keep-what-skill-needs', 'Keep what the skill needs, and move the rest into the body.'),
    )
  return []
}

function metadataRemarks(
  value: unknown,
  remark: (severity: Remark['severity'], code: string, message: string, hint: string) => Remark[],
): Remark[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return remark(
      'error',
      'metadata-invalid',
      t('specification.metadata-not-mapping', 'metadata is not a mapping.'),
      t('specification.write-one-key-text', 'Write one key: text a line below it.'),
    )
  const others = Object.entries(value).filter(([, text]) => typeof text !== 'string')
  const [first] = others
  if (first === undefined) return []
  return remark(
    'warning',
    'metadata-not-text',
    t(
      'specification.values-metadata-not-strings',
      '{count} values of metadata are not strings, such as {first}.',
      { count: others.length, first: JSON.stringify(toLine(first[0], 60)) },
    ),
    t('specification.put-them-quotes', 'Put them in quotes.'),
  )
}
