import { chmod, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { ForbiddenError } from '../errors/errors.ts'
import { t } from '../messages/t.ts'
import { isMissing, openRegular } from './files.ts'
import { writeFileAtomic } from './write-file-atomic.ts'

const whatToDo: Readonly<Record<ExposedCode, () => string>> = {
  'grants.exposed': () => t('grants.exposed.hint', 'Take it over, or move it away and set the values again.'),
  'record-key.exposed': () =>
    t(
      'record-key.exposed.hint',
      'Use cli-apps as that user, or name a folder of your own with CLI_APPS_HOME and install again.',
    ),
}

/** Systems without owners and mode bits protect a user's folders by other means. */
const hasModes = process.platform !== 'win32'

/** Error code for a file that others can access. */
type ExposedCode = 'grants.exposed' | 'record-key.exposed'

/**
 * Reads a file that only this user may access; `undefined` if it does not exist. Throws `ForbiddenError` `code` if
 * others can access it or its folder, or another user owns it.
 */
export async function readPrivateFile(file: string, code: ExposedCode): Promise<string | undefined> {
  try {
    const folder = path.dirname(file)
    requirePrivate(folder, await stat(folder), { mode: '700', code })
    // Checks the opened file, so that it cannot be replaced in between.
    await using handle = await openRegular(file)
    requirePrivate(file, await handle.stat(), { mode: '600', code })
    return await handle.readFile('utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Atomically replaces the file, private to this user, in a private folder. */
export async function writePrivateFile(file: string, text: string, code: ExposedCode): Promise<void> {
  await makePrivateFolder(path.dirname(file), code)
  await writeFileAtomic(file, text, 0o600)
}

/** Creates a private folder. Throws like `readPrivateFile` if others can access an existing one. */
export async function makePrivateFolder(folder: string, code: ExposedCode): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  // The umask may remove even the owner's bits.
  if (made !== undefined && hasModes) await chmod(folder, 0o700)
  requirePrivate(folder, await stat(folder), { mode: '700', code })
}

function requirePrivate(
  target: string,
  { mode, uid }: { mode: number; uid: number },
  { mode: requested, code }: { mode: string; code: ExposedCode },
): void {
  if (!hasModes) return
  // The effective user owns new files and is the one the system checks.
  const own = process.geteuid?.()
  if (uid !== own) {
    throw new ForbiddenError(
      code,
      t('private-file.belongs-another-user', '{target} belongs to another user ({uid}).', { target, uid }),
      {
        hint: whatToDo[code](),
        details: { file: target },
      },
    )
  }
  if ((mode & 0o077) === 0) return
  throw new ForbiddenError(
    code,
    t('private-file.others-may-use-mode', 'Others may use {target} (mode {mode}), which holds secrets.', {
      target,
      mode: (mode & 0o777).toString(8),
    }),
    {
      hint: t(
        'private-file.hint',
        'Run: chmod {requested} {target}; and renew the secrets if somebody else may have read them.',
        { requested, target },
      ),
      details: { file: target },
    },
  )
}
