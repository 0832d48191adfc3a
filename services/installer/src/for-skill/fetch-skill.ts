import { stat } from 'node:fs/promises'
import path from 'node:path'
import { NotFoundError, t, UnavailableError } from '@cli-apps/core'
import { fetchText, isMissing, networkReason, readText } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

/** A hundred times what agents read of a skill; bytes. */
const maxBytes = 1 << 20

/**
 * Returns the SKILL.md of a folder, a file, or an address: of the file itself, of its folder, or of either on GitHub. Throws
 * `NotFoundError` `for-skill.not-found`, `UnavailableError` where an address does not answer, and `LimitError` for one over 1 MiB.
 */
export async function fetchSkill(
  word: string,
  { cwd, signal, isOffline }: Pick<CommandContext, 'cwd' | 'signal' | 'isOffline'>,
): Promise<string> {
  if (!/^https?:\/\//i.test(word)) return readSkillFile(word, cwd)
  const url = skillUrl(word)
  if (isOffline)
    throw new UnavailableError(
      'for-skill.offline',
      t('for-skill.offline', 'The skill {url} cannot be read with --offline.', { url }),
      { hint: t('for-skill.offline.hint', 'Name a folder of this machine with a SKILL.md.') },
    )
  const { status, text } = await fetchText(url, {
    ...{ signal, maxBytes, retries: 1 },
    unreachable: (_, cause) => noAnswer(url, networkReason(cause), cause),
  })
  if (status === 200) return text
  if (status === 404 || status === 410) throw notFound(url)
  throw noAnswer(url, t('for-skill.status', 'status {status}', { status }))
}

const noAnswer = (url: string, reason: string, cause?: unknown): UnavailableError =>
  new UnavailableError(
    'for-skill.no-answer',
    t('for-skill.no-answer', 'The skill {url} cannot be read: {reason}.', { url, reason }),
    { hint: t('for-skill.no-answer.hint', 'Check the address and the network, and try again.'), cause },
  )

/** The address of the SKILL.md that an address means. */
export function skillUrl(word: string): string {
  const url = new URL(word)
  const [owner, repository, kind, ...rest] = url.pathname.split('/').filter((part) => part !== '')
  if (url.hostname === 'github.com' && owner !== undefined && repository !== undefined) {
    const place = kind === 'tree' || kind === 'blob' ? rest : ['HEAD']
    url.hostname = 'raw.githubusercontent.com'
    url.pathname = [owner, repository.replace(/\.git$/, ''), ...place].join('/')
  }
  if (!/\.md$/i.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/+$/, '')}/SKILL.md`
  url.hash = ''
  return url.href
}

async function readSkillFile(word: string, cwd: string): Promise<string> {
  const place = path.resolve(cwd, word)
  try {
    const file = (await stat(place)).isDirectory() ? path.join(place, 'SKILL.md') : place
    const text = await readText(file, { atMost: maxBytes })
    if (text !== undefined) return text
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  throw notFound(word)
}

const notFound = (place: string): NotFoundError =>
  new NotFoundError(
    'for-skill.not-found',
    t('for-skill.not-found', 'No SKILL.md was found at {place}.', { place }),
    {
      hint: t(
        'for-skill.not-found.hint',
        'Name the folder of a skill, its SKILL.md, or the address of either.',
      ),
    },
  )
