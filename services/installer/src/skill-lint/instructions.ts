import { t } from '@cli-apps/core'
import type { LintRule, Remark } from './lint-rule.ts'
import type { PlacedText, SkillMarkdown } from './skill-markdown.ts'

interface Risk {
  pattern: RegExp
  code: string
  severity: Remark['severity']
  message: () => string
  hint: () => string
}

const risks: readonly Risk[] = [
  {
    pattern:
      /\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest)\b[^|\n]{0,400}\|\s{0,3}(?:sudo\s{1,3}(?:-\w{1,3}\s{1,3})?)?(?:env\s{1,3})?(?:ba|z|da|fi|k)?sh\b|\b(?:curl|wget)\b[^|\n]{0,400}\|\s{0,3}(?:sudo\s{1,3})?(?:python3?|node|perl|ruby|iex)(?:\s{1,3}-)?\s{0,3}(?=$|[;&|`"')])|\b(?:ba|z)?sh\s{1,3}(?:-c\s{1,3})?["']?[<$]\(\s{0,3}(?:curl|wget)|\b(?:irm|iwr)\b[^|\n]{0,300}\|\s{0,3}iex\b/i,
    code: 'skill.pipe-to-shell',
    severity: 'warning',
    message: () => t('skill.pipe-to-shell', 'This runs a download without checking it.'),
    hint: () =>
      t('skill.pipe-to-shell.hint', 'Name a package and its version, or a download with its digest.'),
  },
  {
    pattern: /\bbase64\s{1,3}(?:-d|--decode|-D)\b[^|\n]{0,200}\|\s{0,3}(?:ba|z)?sh\b/i,
    code: 'skill.encoded-command',
    severity: 'error',
    message: () => t('skill.encoded-command', 'This runs an obfuscated command.'),
    hint: () => t('skill.encoded-command.hint', 'Write the command itself.'),
  },
  {
    pattern:
      /\brm\s{1,3}(?:-\w{1,8}\s{1,3}){1,4}(?:--no-preserve-root\s{1,3})?["']?(?:\/|~\/?|\$HOME\/?|\/\*)["']?(?=$|[\s;&|])/m,
    code: 'skill.removes-everything',
    severity: 'error',
    message: () => t('skill.removes-everything', 'This removes all files of a user.'),
    hint: () => t('skill.removes-everything.hint', 'Remove it, or name one folder.'),
  },
  {
    pattern: /(?:^|[\s;&|`(])sudo\s{1,3}[a-z-]/im,
    code: 'skill.sudo',
    severity: 'note',
    message: () => t('skill.sudo', 'This asks for the rights of the administrator.'),
    hint: () =>
      t(
        'skill.sudo.hint',
        'Describe what a person has to do first, and let the agent work without these rights.',
      ),
  },
]

/** Reports instructions that a careful agent should not follow, each once per file. */
export const instructions: LintRule = {
  factor: 'safety',
  check: ({ documents }) =>
    documents.flatMap((document) =>
      risks.flatMap(({ pattern, code, severity, message, hint }): Remark[] => {
        const found = placesOf(document)
          .map(({ text, line }) => ({ line, index: text.search(pattern), text }))
          .find(({ index }) => index >= 0)
        if (found === undefined) return []
        const before =
          found.text
            .slice(0, found.index + 1)
            .replace(/\n$/, ' ')
            .split('\n').length - 1
        return [
          {
            code,
            severity,
            message: message(),
            hint: hint(),
            file: document.path,
            line: found.line + before,
          },
        ]
      }),
    ),
}

const placesOf = ({ blocks, spans }: SkillMarkdown): PlacedText[] => [...blocks, ...spans]
