import { t } from './messages/t.ts'

/** Anchored by what cannot precede them, so that each run of letters is read a bounded number of times. */
const secrets: readonly (readonly [pattern: RegExp, what: () => string])[] = [
  [/(?<![A-Za-z0-9])(AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, () => t('secret-text.aws', 'an AWS key')],
  [
    /(?<![A-Za-z0-9])(gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})/g,
    () => t('secret-text.github', 'a GitHub token'),
  ],
  [/(?<![A-Za-z0-9])glpat-[\w-]{20,255}/g, () => t('secret-text.gitlab', 'a GitLab token')],
  [/(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,255}/g, () => t('secret-text.npm', 'an npm token')],
  [/(?<![A-Za-z0-9])pypi-AgE[\w-]{20,255}/g, () => t('secret-text.pypi', 'a PyPI token')],
  [/(?<![A-Za-z0-9])cliapps_[\w-]{43}/g, () => t('secret-text.cli-apps', 'a token of a cli-apps registry')],
  [
    /(?<![A-Za-z0-9_])sk-(?=[\w-]{0,200}\d)(?=[\w-]{0,200}[A-Z])[\w-]{20,255}/g,
    () => t('secret-text.api-key', 'an API key'),
  ],
  [/(?<![A-Za-z0-9])xox[abeoprs]-[\w-]{10,255}/g, () => t('secret-text.slack', 'a Slack token')],
  [/(?<![A-Za-z0-9_])AIza[\w-]{35}/g, () => t('secret-text.google', 'a Google API key')],
  [
    /(?<![A-Za-z0-9_])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{5,2000}/g,
    () => t('secret-text.jwt', 'a JSON Web Token'),
  ],
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY(-----)?/g, () => t('secret-text.private-key', 'a private key')],
]

/** A part of each of them; most texts contain none. */
const suspect =
  /AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|npm_|pypi-AgE|cliapps_|sk-|xox[abeoprs]-|AIza|eyJ|PRIVATE KEY/

const assignment =
  /(password|passwd|pwd|secret|token|api[_-]?key)\s{0,3}[=:]\s{0,3}["']?([^\s"'<>{}$]{12,200})/gi

/** User name and password in a URL, but not a host alone or a placeholder. */
const credentials =
  /(?<=[a-z][a-z0-9+.-]{0,20}:\/\/)([^\s/:@"'`<>[\]{}()$]{0,100}):([^\s/@"'`<>[\]{}()$]{1,200})@/gi

export interface FoundSecret {
  /** `a GitHub token` */
  what: string
  /** Recognized by its context, not by a unique format. */
  isGuess: boolean
  /** Position where it begins. */
  index: number
  text: string
}

/**
 * Finds the first secret in a text: known kinds of tokens, private keys, and random text assigned to a password or key.
 */
export function findSecret(text: string): FoundSecret | undefined {
  if (text.length < 12) return undefined
  for (const [pattern, what] of suspect.test(text) ? secrets : []) {
    for (const match of text.matchAll(pattern))
      return { what: what(), isGuess: false, index: match.index, text: match[0] }
  }
  if (!/[=:]/.test(text)) return undefined
  for (const match of text.matchAll(assignment)) {
    const [all, , value = ''] = match
    if (isRandom(value))
      return {
        what: t('secret-text.password-key', 'a password or key'),
        isGuess: true,
        index: match.index + all.length - value.length,
        text: value,
      }
  }
  return undefined
}

/** Finds a user name with a password in a URL. */
export function findCredentials(text: string): FoundSecret | undefined {
  if (!text.includes('://')) return undefined
  for (const match of text.matchAll(credentials))
    return {
      what: t('secret-text.password-url', 'a password in a URL'),
      isGuess: true,
      index: match.index,
      text: match[0],
    }
  return undefined
}

export const redacted = '[redacted]'

/** Removes every secret and URL password from a text. */
export function withoutSecrets(text: string): string {
  let clean = text.includes('://') ? text.replace(credentials, 'redacted@') : text
  if (clean.length < 12) return clean
  for (const [pattern] of suspect.test(clean) ? secrets : []) clean = clean.replace(pattern, redacted)
  return clean.replace(assignment, (all: string, _name: string, value: string) =>
    isRandom(value) ? all.slice(0, all.length - value.length) + redacted : all,
  )
}

/** Whether the name of an option, variable or placeholder indicates a secret value. */
export const isSecretName = (name: string): boolean =>
  /passw|passphrase|(?<![a-z])(pwd|pass)(?![a-z])|secret|credential|bearer|(api|access|private|signing|encryption|master|auth)[-_ ]?key|token(?!s|i)/i.test(
    name,
  )

/** Letters and digits in an order that neither words nor placeholders have. */
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

/** Names that documentation uses for anyone. */
const anybody = `(?:user(?:name)?|you(?:r[-_]?(?:user)?name)?|me|name|someone|runner|shared|public|alice|bob|foo|jane|john)`

/** The user in a path through a home folder: `/root`, `/home/x`, `/Users/x`, `C:\Users\x`. */
const home = new RegExp(
  String.raw`(?<![\w.~$}/\\])(?:/root(?=/\S)|/(?:home|Users)/(?!${anybody}(?![\w-]))[\w.@-]{1,64}(?![\w.@-])|[A-Z]:\\{1,2}Users\\{1,2}(?!${anybody}(?![\w-]))[\w.@-]{1,64}(?![\w.@-]))`,
  'gi',
)

/** Finds the first path through a person's home folder, which is meaningless on another machine. */
export const findHome = (text: string): { index: number; text: string } | undefined => {
  for (const match of text.matchAll(home)) return { index: match.index, text: match[0] }
  return undefined
}

export const withoutHome = (text: string): string => text.replace(home, '~')
