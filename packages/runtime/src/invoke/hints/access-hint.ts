import { t, toLine } from '@cli-apps/core'
import type { RunOutcome } from '@cli-apps/core/results'
import type { LackingAccess } from '../../sandbox/wider-access.ts'
import type { AppStage } from '../prepare-invocation.ts'

/** What programs print where they lack something of this kind, beside its path. */
const signs: Readonly<Record<Exclude<LackingAccess['kind'], 'place'>, RegExp>> = {
  file: /permission denied|no such file|not found|read-only file ?system|host key verification failed|\b(EACCES|ENOENT|EROFS)\b/i,
  socket: /could ?n[o']t connect|cannot connect|connection refused|no such file|\b(ECONNREFUSED|ENOENT)\b/i,
  device: /permission denied|no such (file|device)|not found|\b(EACCES|ENOENT|ENODEV)\b/i,
  network: /permission|not permitted|raw socket|cap_net_raw|\bEPERM\b/i,
  nested: /namespace|\bunshare\b|\bclone\b|\bsandbox\b|newuidmap|not permitted/i,
  display: /\bdisplay\b|wayland|\bx11\b|\bxcb\b/i,
}

const noNetwork =
  /could not resolve|name resolution|network is unreachable|connection refused|connection error|\b(EAI_AGAIN|ENOTFOUND|ENETUNREACH|ECONNREFUSED)\b/i

/** Whether the path of something, or the last part of it, is named; a short one only as a word of its own. */
function isNamed({ path = '' }: LackingAccess, text: string): boolean {
  const last = path.slice(path.lastIndexOf('/') + 1)
  return (
    path !== '' && (text.includes(path) || (last.length > 2 && text.split(/[\s'"`:,()/\\=]+/).includes(last)))
  )
}

function isLikely(one: LackingAccess, printed: string, args: string): boolean {
  if (one.kind === 'place') return false
  const isSign = signs[one.kind].test(printed)
  return isSign && (one.path === undefined || isLikelyPath(one, args))
}

/** Of kinds that programs use without being told, a sign alone is enough. */
const isLikelyPath = (one: LackingAccess, args: string): boolean =>
  one.kind === 'socket' || one.kind === 'file' || isNamed(one, args)

/** Returns which grants may help a failed run, and what its declared network kept from it. */
export function accessHints(
  { stdout, stderr, stages }: RunOutcome,
  { name, argv, lacking, hosts }: Pick<AppStage, 'name' | 'argv' | 'lacking' | 'hosts'>,
  refused: readonly string[],
): string[] {
  const printed = [stdout, stderr, ...(stages ?? []).map((stage) => stage.stderr)].join('\n')
  const named = lacking.filter((one) => isNamed(one, printed))
  // What the program itself names is all that it needs, as far as is known.
  const likely = named.length > 0 ? named : lacking.filter((one) => isLikely(one, printed, argv.join('\n')))
  const grantable = likely.filter(({ reason }) => reason === undefined)
  return [
    ...(grantable.length === 0
      ? []
      : [
          t(
            'access-hint.grant',
            '{app} runs without {names} here. If it needs that, a person can allow it: npx cli-apps grant {app} {words}',
            {
              app: name,
              names: grantable.map((one) => one.name).join(', '),
              words: grantable.map((one) => one.name).join(' '),
            },
          ),
        ]),
    ...likely.flatMap((one) =>
      one.reason === undefined
        ? []
        : [
            t('access-hint.reason', '{app} runs without {name}: {reason}.', {
              app: name,
              name: one.name,
              reason: toLine(one.reason, 300),
            }),
          ],
    ),
    ...networkHint(name, hosts, refused, printed),
  ]
}

function networkHint(
  app: string,
  hosts: readonly string[] | undefined,
  refused: readonly string[],
  printed: string,
): string[] {
  if (hosts === undefined || (refused.length === 0 && !noNetwork.test(printed))) return []
  if (hosts.length === 0)
    return [t('access-hint.none', '{app} declares that it needs no network, and has none.', { app })]
  const asked = refused.slice(0, 5).join(', ')
  return [
    t('access-hint.hosts', '{app} declares that it needs only {hosts}, and reaches nothing else.{asked}', {
      app,
      hosts: hosts.join(', '),
      asked: asked === '' ? '' : t('access-hint.asked', ' It asked for {asked}.', { asked }),
    }),
  ]
}
