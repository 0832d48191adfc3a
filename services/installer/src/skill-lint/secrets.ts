import { type FoundSecret, findCredentials, findHome, findSecret, t } from '@cli-apps/core'
import type { LintRule, Remark } from './lint-rule.ts'

/** Whether a secret is marked as an example, as in documentation. */
const isExample = ({ text }: FoundSecret): boolean =>
  /example|your|xxxx|\*{3}|\.\.\.|1234567|abcdef|dummy|fake|sample|placeholder|changeme|redacted|user:pass|:password@|:pass@|:secret@|:pw@/i.test(
    text,
  )

/** Whether a match is code that creates or fetches a value, or the password of a local server or container. */
const isHarmless = (secret: FoundSecret, row: string): boolean =>
  isExample(secret) ||
  (secret.isGuess && /[();[\],]|\.\w|^\w+_\w+_/.test(secret.text)) ||
  (secret.isGuess && !/^[\w-]{1,60}\.\w/.test(row.slice(secret.index + secret.text.length)))

/** Reports keys, passwords, and paths of one machine. */
export const secrets: LintRule = {
  factor: 'safety',
  check: ({ files }) =>
    files.flatMap(({ path, text }): Remark[] => {
      if (text === undefined) return []
      const rows = text.split('\n')
      const remarks: Remark[] = []
      rows.forEach((row, at) => {
        const line = row.slice(0, 20_000)
        const secret = findSecret(line) ?? findCredentials(line)
        if (secret !== undefined && !isHarmless(secret, line))
          remarks.push({
            code: 'skill.secret',
            severity: secret.isGuess ? 'warning' : 'error',
            file: path,
            line: at + 1,
            message: t('secrets.looks-like', 'This looks like {what} ({text}…).', {
              what: secret.what,
              text: secret.text.slice(0, 4),
            }),
            hint: t('secrets.hint', 'Remove it, and revoke it if it is real: whoever has the skill has it.'),
          })
      })
      const homes = rows.flatMap((row, at) => {
        const home = findHome(row.slice(0, 20_000))
        return home === undefined ? [] : [{ text: home.text, line: at + 1 }]
      })
      const [first] = homes
      if (first !== undefined)
        remarks.push({
          code: 'skill.machine-path',
          severity: 'warning',
          file: path,
          line: first.line,
          message: t(
            'secrets.file-names-home-folder',
            'The file names the home folder of one machine, {text}, on {count} lines.',
            { text: JSON.stringify(first.text), count: homes.length },
          ),
          hint: t(
            'secrets.hint.write-path-begins-folder',
            'Write ~, or a path that begins at the folder of the skill.',
          ),
        })
      return remarks
    }),
}
