import { t, UsageError } from '@cli-apps/core'
import { requireSafeUrl } from '@cli-apps/core/node'

/** Replacements of URL prefixes, both without a trailing slash. */
export type Mirrors = Readonly<Record<string, string>>

/**
 * Validates pairs of URL prefixes; the replacement must use https or be on this machine. Throws `UsageError`
 * `config.bad-mirror`, which contains `where`, and `network.plain-http`.
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

/** Parses `CLI_APPS_MIRRORS`: pairs `from=to` of URL prefixes, separated by white space. */
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

/** Rewrites a URL by its longest mirrored prefix that ends at a boundary of path segments. */
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
