import type { Issue } from '../errors.ts'
import { jsonPath } from '../issues.ts'
import type { PublishRule } from './publish-rule.ts'

/** Anchored by what cannot precede them, so that each stretch of letters is read a bounded number of times. */
const secrets: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/(?<![A-Za-z0-9])(AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/, 'an AWS key'],
  [/(?<![A-Za-z0-9])(gh[pousr]_[A-Za-z0-9]{30}|github_pat_[A-Za-z0-9_]{22})/, 'a GitHub token'],
  [/(?<![A-Za-z0-9])glpat-[\w-]{20}/, 'a GitLab token'],
  [/(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30}/, 'an npm token'],
  [/(?<![A-Za-z0-9])pypi-AgE[\w-]{20}/, 'a PyPI token'],
  [/(?<![A-Za-z0-9])cliapps_[\w-]{43}/, 'a token of a cli-apps registry'],
  [/(?<![\w-])sk-(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Z])[\w-]{20}/, 'an API key'],
  [/(?<![A-Za-z0-9])xox[abeoprs]-[\w-]{10}/, 'a Slack token'],
  [/(?<![\w-])AIza[\w-]{35}/, 'a Google API key'],
  [/(?<![\w-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{5}/, 'a JSON Web Token'],
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY/, 'a private key'],
]

const assignment =
  /(password|passwd|pwd|secret|token|api[_-]?key)\s{0,3}[=:]\s{0,3}["']?([^\s"'<>{}$]{12,200})/gi

export const secret: PublishRule = {
  id: 'publish.secret',
  refuses:
    'text that looks like a key, token, password or private key; at most its first four characters are shown again',
  approvable: false,
  check: ({ texts }) =>
    texts.flatMap(({ path, text }): Issue[] => {
      const found = findSecret(text)
      return found === undefined
        ? []
        : [
            {
              path: jsonPath(path),
              message: `looks like ${found.what} (${found.start}…)`,
              hint: 'Remove it, and revoke it if it is real: it has left your machine.',
            },
          ]
    }),
}

function findSecret(text: string): { what: string; start: string } | undefined {
  if (text.length < 12) return undefined
  for (const [pattern, what] of secrets) {
    const match = pattern.exec(text)?.[0]
    if (match !== undefined) return { what, start: match.slice(0, 4) }
  }
  const value = [...text.matchAll(assignment)].map((match) => match[2] ?? '').find(isRandom)
  return value === undefined ? undefined : { what: 'a password or key', start: value.slice(0, 4) }
}

/** Letters and digits in an order that no word and no placeholder has. */
function isRandom(text: string): boolean {
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text)) return false
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  const bits = [...counts.values()].reduce(
    (sum, count) => sum - (count / text.length) * Math.log2(count / text.length),
    0,
  )
  return bits > 3.2
}
