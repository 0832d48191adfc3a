import { lstat, readFile } from 'node:fs/promises'
import path from 'node:path'
import { ConflictError, type InstallRecord, t } from '@cli-apps/core'
import { isMissing } from '@cli-apps/core/node'
import { type Shim, shimApp, shimFolder, shimText } from './shim-file.ts'

interface PlannedShim extends Shim {
  text: string
  /** It is there with this text. */
  isPresent: boolean
}

/**
 * Returns the shims of an app: one for its program, and one for each other program that its package brought. Throws `ConflictError`
 * `shim.taken` for a file of that name that is no shim of this app.
 */
export async function planShims(
  { name: app, argv, manifest, programs = {} }: InstallRecord,
  home: string,
  platform: NodeJS.Platform = process.platform,
): Promise<PlannedShim[]> {
  const isWindows = platform === 'win32'
  const all = [
    [manifest.entry_point, argv] as const,
    ...Object.entries(programs).map(([name, program]) => [name, program.argv] as const),
  ]
  return Promise.all(
    all.map(async ([name, words]) => {
      const file = path.join(shimFolder(home), isWindows ? `${name}.cmd` : name)
      const text = shimText(app, words, isWindows)
      return { app, name, file, text, isPresent: (await presentText(file, app)) === text }
    }),
  )
}

/** The text of the app's own shim; `undefined` for none. */
async function presentText(file: string, app: string): Promise<string | undefined> {
  try {
    const stats = await lstat(file)
    const text = stats.isFile() ? await readFile(file, 'utf8') : ''
    if (shimApp(text) === app) return text
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  throw new ConflictError(
    'shim.taken',
    t('shim.taken', '{file} is there already, and is no shim of {app}.', { file, app }),
    {
      hint: t(
        'shim.taken.hint',
        'Remove it yourself, or the shims of the other app: {cli} shim --remove <app>',
      ),
    },
  )
}
