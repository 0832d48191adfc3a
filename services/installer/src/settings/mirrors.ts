import { t, UsageError } from '@cli-apps/core'
import { requireSafeUrl } from '@cli-apps/core/node'

/** URL prefixes and what is asked instead, both without a slash at the end. */
export type Mirrors = Readonly<Record<string, string>>

/**
 * Pairs of URL prefixes as somebody wrote them, checked: what is asked instead is asked by https, or on this machine.
 * Throws `UsageError` `config.bad-mirror` that names `where` they stand, and `network.plain-http`.
 */
export function parseMirrors(pairs: Readonly<Record<string, string>>, where: string): Mirrors {
  const checked = Object.entries(pairs).map(([from, to]) => {
    const prefixes = [from, to].map((text) => parsePrefix(text))
    const [source, target] = prefixes
    if (source === undefined || target === undefined) throw badMirror(from, to, where)
    requireSafeUrl(target)
    return [source, target] as const
  })
  return Object.fromEntries(checked)
}

/** `CLI_APPS_MIRRORS`: pairs `from=to` of URL prefixes, separated by white space. */
export function splitMirrors(text: string): Record<string, string> {
  const pairs = text.split(/\s+/).filter((pair) => pair !== '')
  return Object.fromEntries(
    pairs.map((pair) => {
      const [from = '', to = ''] = pair.split(/=(?=[A-Za-z][A-Za-z+.-]*:)(.*)/s)
      return [from, to]
    }),
  )
}

function parsePrefix(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text)
  const isPlain = username === '' && password === '' && search === '' && hash === ''
  if (!isPlain || (protocol !== 'https:' && protocol !== 'http:')) return undefined
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

/** Rewrites a URL by the longest mirrored prefix that it begins with, which ends where a part of its path ends. */
export function mirrored(url: string, mirrors: Mirrors): string {
  const prefix = Object.keys(mirrors)
    .filter((from) => url === from || url.startsWith(`${from}/`))
    .sort((a, b) => b.length - a.length)[0]
  return prefix === undefined ? url : `${mirrors[prefix]}${url.slice(prefix.length)}`
}

const badMirror = (from: string, to: string, where: string): UsageError =>
  new UsageError(
    'config.bad-mirror',
    t('config.bad-mirror', 'The mirror {from} to {to} in {where} is not a valid pair of URL prefixes.', {
      from: JSON.stringify(withoutSecrets(from)),
      to: JSON.stringify(withoutSecrets(to)),
      where,
    }),
    {
      hint: t(
        'config.bad-mirror.hint',
        'Use two https URLs without user, password, query and fragment, such as https://github.com/ and https://mirror.example/github/.',
      ),
    },
  )

const withoutSecrets = (text: string): string => text.replace(/\/\/[^/@]*@/, '//…@')
