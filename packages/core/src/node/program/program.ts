import { open, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { ProcessError, UnsupportedError } from '../../errors/errors.ts'
import { t } from '../../messages/t.ts'
import { exists, isInside } from '../files.ts'
import { systemFolders } from '../sandbox/system-folders.ts'
import { findProgram } from './find-program.ts'
import { envWords, isInterpreter, parseShebang, type Shebang, shebangBytes } from './shebang.ts'

/**
 * Returns the absolute argv prefix that starts an executable without a shell and without `env`: the file itself, or for
 * a script its interpreter with the shebang's arguments, and the file. Node scripts run on `node`. Throws
 * `ProcessError` `process.cannot-start` for a file that is neither an executable nor a script, and `UnsupportedError`
 * `host.no-interpreter` if its interpreter is missing or not an ordinary one.
 */
export async function programArgv(
  file: string,
  environment: NodeJS.ProcessEnv,
  node = process.execPath,
): Promise<string[]> {
  const start = await readStart(file)
  const shebang = parseShebang(start)
  if (shebang === undefined) {
    if (process.platform === 'win32' || isExecutableFormat(start)) return [file]
    throw notProgram(file)
  }
  if (shebang === null) throw notProgram(file)
  const words = commandOf(shebang)
  if (words === undefined) throw noInterpreter(file, [shebang.interpreter, shebang.argument].join(' ').trim())
  const [name, ...args] = words
  return [await findInterpreter(name, file, { environment, node }), ...args, file]
}

/** The interpreter, as a path or bare name, with its arguments. */
function commandOf(shebang: Shebang): [string, ...string[]] | undefined {
  const { interpreter, argument } = shebang
  if (path.posix.basename(interpreter) === 'env') return envWords(shebang)
  return argument === undefined ? [interpreter] : [interpreter, argument]
}

/** The script's text determines the kind of interpreter; its location is up to this machine and its user. */
async function findInterpreter(
  written: string,
  file: string,
  { environment, node }: { environment: NodeJS.ProcessEnv; node: string },
): Promise<string> {
  const name = path.posix.basename(written)
  if (!isInterpreter(name)) throw noInterpreter(file, name)
  if (name === 'node' && node !== process.execPath) return node
  if (path.isAbsolute(written) && (await isOrdinary(written, file))) return written
  const found = name === 'node' ? node : await findProgram(name, environment)
  if (found === undefined || !(await isExecutableFile(found))) throw noInterpreter(file, name)
  // An existing interpreter in another place is what the script was made for, but its text alone is not trusted to
  // point there.
  const isOther = path.isAbsolute(written) && (await exists(written)) && name !== 'node'
  if (isOther && (await realpath(written)) !== (await realpath(found))) throw noInterpreter(file, written)
  return found
}

/** Whether it is in a system folder, or next to the script as in a virtual environment. */
async function isOrdinary(interpreter: string, file: string): Promise<boolean> {
  if (!(await isExecutableFile(interpreter))) return false
  const real = await realpath(interpreter)
  const beside = await realpath(path.dirname(file)).catch(() => undefined)
  return (
    systemFolders().some((folder) => isInside(folder, real)) ||
    (await realpath(path.dirname(interpreter))) === beside
  )
}

/** Reads a script's shebang without `#!`; `undefined` for other files. */
export async function readShebang(file: string): Promise<string | undefined> {
  const shebang = parseShebang(await readStart(file))
  if (shebang === undefined || shebang === null) return undefined
  return [shebang.interpreter, shebang.argument].join(' ').trim()
}

async function readStart(file: string): Promise<Uint8Array> {
  await using handle = await open(file, 'r')
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(shebangBytes), 0, shebangBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/** Magic numbers of ELF and macOS executables. */
const formats = ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe']

const isExecutableFormat = (start: Uint8Array): boolean =>
  formats.includes(Buffer.from(start.subarray(0, 4)).toString('hex'))

const notProgram = (file: string): ProcessError =>
  new ProcessError(
    'process.cannot-start',
    t(
      'process.cannot-start',
      '{file} cannot be started: it is neither an executable of this machine nor a script with an interpreter.',
      { file },
    ),
    {
      hint: t(
        'process.cannot-start.hint',
        'Look at what it is: a shell would have run it as a text of its own.',
      ),
    },
  )

const noInterpreter = (file: string, name: string): UnsupportedError =>
  new UnsupportedError(
    'host.no-interpreter',
    t('host.no-interpreter', '{file} needs {name}, which is not an interpreter on PATH.', {
      file,
      name: JSON.stringify(name),
    }),
    { hint: t('host.no-interpreter.hint', 'Install it and try again, or run the program without cli-apps.') },
  )

/** Whether a file can be executed here. Follows links. */
export async function isExecutableFile(file: string): Promise<boolean> {
  try {
    const stats = await stat(await realpath(file))
    return stats.isFile() && (process.platform === 'win32' || (stats.mode & 0o111) !== 0)
  } catch {
    return false
  }
}
