import type { LintRule, Remark } from './lint-rule.ts'
import { isMarkdown, skillFile } from './skill-draft.ts'
import type { SkillFile } from './skill-file.ts'

/** Files that an agent cannot read as they are, and links that leave the folder. */
export const files: LintRule = {
  factor: 'safety',
  check: (draft) => [
    ...draft.files.flatMap(remarksOf),
    ...(draft.unread > 0
      ? [
          {
            code: 'skill.files-unread',
            severity: 'warning' as const,
            message: `${draft.unread} files of the folder were not checked: the folder is too large.`,
            hint: 'A skill is a few files; keep data sets and dependencies elsewhere.',
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
        'The file is a symbolic link that leaves the folder of the skill.',
        'Put the file itself into the skill.',
      )
    case 'link-broken':
      return remark(
        'error',
        'symlink-broken',
        'The file is a symbolic link to nothing.',
        'Remove it, or put the file itself there.',
      )
    case 'special':
      return remark('error', 'special-file', 'This is neither a file nor a folder.', 'Remove it.')
    case 'not-utf8':
      return remark(
        mustBeText ? 'error' : 'note',
        'not-utf8',
        'The file is not valid UTF-8.',
        'Save it as UTF-8.',
      )
    case 'binary':
      return mustBeText ? remark('error', 'not-utf8', 'The file is not text.', 'Save it as UTF-8 text.') : []
    case 'too-large':
      return remark(
        mustBeText ? 'error' : 'note',
        'file-unread',
        `The file was not read: it has ${size} bytes.`,
        'Split it by subject.',
      )
    default:
      return []
  }
}
