import { skillFile, t } from '@cli-apps/core'
import type { LintRule, Remark } from './lint-rule.ts'
import { isMarkdown } from './skill-draft.ts'
import type { SkillFile } from './skill-file.ts'

/** Reports files that an agent cannot read directly, and links that leave the folder. */
export const files: LintRule = {
  factor: 'safety',
  check: (draft) => [
    ...draft.files.flatMap(remarksOf),
    ...(draft.unread > 0
      ? [
          {
            code: 'skill.files-unread',
            severity: 'warning' as const,
            message: t(
              'files.files-folder-were-not',
              '{unread} files of the folder were not checked: the folder is too large.',
              { unread: draft.unread },
            ),
            hint: t(
              'budget.hint.skill-few-files-keep',
              'A skill is a few files; keep data sets and dependencies elsewhere.',
            ),
          },
        ]
      : []),
  ],
}

function remarksOf({ path, kind, size }: SkillFile): Remark[] {
  const mustBeText = path === skillFile || isMarkdown(path)
  const remark = (severity: Remark['severity'], code: string, message: string, hint: string): Remark[] => [
    { code: `skill.${code}`, severity, file: path, message, hint },
  ]
  switch (kind) {
    case 'link-outside':
      return remark(
        'error',
        'symlink-outside',
        t(
          'files.file-symbolic-link-leaves',
          'The file is a symbolic link that leaves the folder of the skill.',
        ),
        t('files.put-file-itself-into', 'Put the file itself into the skill.'),
      )
    case 'link-broken':
      return remark(
        'error',
        'symlink-broken',
        t('files.file-symbolic-link-nothing', 'The file is a symbolic link to nothing.'),
        t('files.remove-put-file-itself', 'Remove it, or put the file itself there.'),
      )
    case 'special':
      return remark(
        'error',
        'special-file',
        t('files.neither-file-nor-folder', 'This is neither a file nor a folder.'),
        t('unseen-character.hint', 'Remove it.'),
      )
    case 'not-utf8':
      return remark(
        mustBeText ? 'error' : 'note',
        'not-utf8',
        t('files.file-not-valid-utf', 'The file is not valid UTF-8.'),
        t('files.save-as-utf', 'Save it as UTF-8.'),
      )
    case 'binary':
      return mustBeText
        ? remark(
            'error',
            'not-utf8',
            t('files.file-not-text', 'The file is not text.'),
            t('files.save-as-utf-text', 'Save it as UTF-8 text.'),
          )
        : []
    case 'too-large':
      return remark(
        mustBeText ? 'error' : 'note',
        'file-unread',
        t('files.file-not-read-has', 'The file was not read: it has {size} bytes.', { size }),
        t('files.split-subject', 'Split it by subject.'),
      )
    default:
      return []
  }
}
