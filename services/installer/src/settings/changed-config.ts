import path from 'node:path'
import { t, UsageError } from '@cli-apps/core'
import { builtInCatalog, requireSafeUrl } from '@cli-apps/core/node'
import { parseLanguage } from '../messages/language.ts'
import { parseMirrors } from './mirrors.ts'
import type { UserConfig } from './user-config.ts'

/**
 * Returns the user's settings with one key set, or removed if there are no values. Throws `UsageError`
 * `config.unknown-key`, `config.bad-value` or `config.bad-mirror`.
 */
export function changedConfig(
  config: UserConfig,
  values: readonly string[] | undefined,
  { key, cwd }: { key: string; cwd: string },
): UserConfig {
  if (key === 'lang') return withLanguage(config, values)
  if (key === 'hosts') return withHosts(config, values)
  if (key === 'report_installs') return withReports(config, values)
  if (key.startsWith('policy.')) return withPolicy(config, values, key.slice('policy.'.length))
  const { registries, mirrors, ...rest } = config
  const kept = { ...(registries !== undefined && { registries }), ...(mirrors !== undefined && { mirrors }) }
  if (key === 'registries') {
    return values === undefined
      ? { ...rest, ...(mirrors !== undefined && { mirrors }) }
      : { ...rest, ...kept, registries: values.map((value) => registryLocation(value, cwd)) }
  }
  if (key === 'mirrors' && values === undefined)
    return { ...rest, ...(registries !== undefined && { registries }) }
  const from = /^mirrors\.(.+)$/s.exec(key)?.[1]
  if (from === undefined) throw unknownKey(key, values)
  const others = Object.entries(mirrors ?? {}).filter(([prefix]) => !isSamePrefix(prefix, from))
  if (values === undefined) return { ...rest, ...kept, mirrors: Object.fromEntries(others) }
  const [to = '', ...more] = values
  if (more.length > 0)
    throw new UsageError('config.bad-value', t('config.bad-value', '{key} takes one URL.', { key }), {
      hint: t('config.bad-value.hint', 'Omit the others.'),
    })
  const added = parseMirrors({ [from]: to }, t('changed-config.command', 'the command'))
  return { ...rest, ...kept, mirrors: { ...Object.fromEntries(others), ...added } }
}

function withLanguage({ lang: _, ...rest }: UserConfig, values: readonly string[] | undefined): UserConfig {
  if (values === undefined) return rest
  const [value = '', ...more] = values
  if (more.length > 0)
    throw new UsageError(
      'config.bad-value',
      t('config.bad-value.lang-takes-one-language', 'lang takes one language.'),
      { hint: t('config.bad-value.hint', 'Omit the others.') },
    )
  return { ...rest, lang: parseLanguage(value) }
}

function withHosts({ hosts: _, ...rest }: UserConfig, values: readonly string[] | undefined): UserConfig {
  if (values === undefined) return rest
  const bad = values.find((value) => !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9]\d{0,4})?$/.test(value))
  if (bad === undefined) return { ...rest, hosts: [...values] }
  throw new UsageError(
    'config.bad-value',
    t('config.bad-value.not-valid-host', '{bad} is not a valid host.', { bad: JSON.stringify(bad) }),
    {
      hint: t(
        'config.bad-value.hint.use-lowercase-names-without',
        'Use lowercase names, with or without a port, such as cdn.example.org.',
      ),
    },
  )
}

function withPolicy(
  { policy = {}, ...rest }: UserConfig,
  values: readonly string[] | undefined,
  key: string,
): UserConfig {
  if (!Object.hasOwn(policyValues, key)) throw unknownKey(`policy.${key}`, values)
  const { [key]: _, ...others } = policy
  const parsed = values === undefined ? {} : { [key]: policyValues[key as keyof typeof policyValues](values) }
  const next = { ...others, ...parsed }
  return Object.keys(next).length === 0 ? rest : { ...rest, policy: next }
}

const policyValues = {
  minimum_release_age: ([hours = '', ...more]: readonly string[]): number => {
    if (more.length === 0 && /^\d{1,4}$/.test(hours) && Number(hours) <= 8760) return Number(hours)
    throw new UsageError(
      'config.bad-value',
      t(
        'config.bad-value.policy-minimum-release-age',
        'policy.minimum_release_age takes one number of hours.',
      ),
      {
        hint: t(
          'config.bad-value.hint.use-turn-off-day',
          'Use 0 to turn it off, 24 for a day, at most 8760.',
        ),
      },
    )
  },
  release_age_exceptions: (names: readonly string[]): string[] => [...names],
  strict: (words: readonly string[]): boolean =>
    trueOrFalse(
      words,
      t('config.bad-value.policy-strict-takes-true', 'policy.strict takes true or false.'),
      t(
        'config.bad-value.hint.example-cli-apps-config-set',
        'For example: {cli} config set policy.strict true',
      ),
    ),
} as const

function withReports(
  { report_installs: _, ...rest }: UserConfig,
  values: readonly string[] | undefined,
): UserConfig {
  if (values === undefined) return rest
  const report_installs = trueOrFalse(
    values,
    t('config.bad-value.report-installs', 'report_installs takes true or false.'),
    t(
      'config.bad-value.report-installs.hint',
      'With true, a registry is told the name of each app that you install from it.',
    ),
  )
  return { ...rest, report_installs }
}

function trueOrFalse([word = '', ...more]: readonly string[], message: string, hint: string): boolean {
  if (more.length === 0 && (word === 'true' || word === 'false')) return word === 'true'
  throw new UsageError('config.bad-value', message, { hint })
}

const isSamePrefix = (a: string, b: string): boolean => a.replace(/\/+$/, '') === b.replace(/\/+$/, '')

/** Settings apply in every folder, so folders are stored as absolute paths. */
function registryLocation(value: string, cwd: string): string {
  if (/^https?:/i.test(value)) {
    if (!URL.canParse(value))
      throw new UsageError(
        'config.bad-value',
        t('config.bad-value.no-url', '{value} is no URL.', { value: JSON.stringify(value) }),
        {
          hint: t('config.bad-value.hint.use-https-urls-folders', 'Use https URLs or folders.'),
        },
      )
    requireSafeUrl(value)
    return value
  }
  return value === builtInCatalog || value.startsWith('file:') ? value : path.resolve(cwd, value)
}

const unknownKey = (key: string, values: readonly string[] | undefined): UsageError =>
  key === 'mirrors' && values !== undefined
    ? new UsageError('config.unknown-key', t('config.unknown-key', 'Missing URL to mirror.'), {
        hint: 'cli-apps config set mirrors.https://github.com/ https://mirror.example/github/',
      })
    : new UsageError(
        'config.unknown-key',
        t('config.unknown-key.unknown-setting', 'Unknown setting: {key}.', { key: JSON.stringify(key) }),
        {
          hint: t(
            'config.unknown-key.hint.use-registries-mirrors-mirrors',
            'Use registries, mirrors, mirrors.URL, hosts, lang, report_installs, policy.minimum_release_age, policy.release_age_exceptions or policy.strict.',
          ),
        },
      )
