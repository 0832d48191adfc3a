import { open, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { UnsupportedError } from '../errors.ts'
import { findProgram } from './host.ts'

/**
 * The absolute argv prefix that starts an executable file without a shell and without `env`: the file itself, or the
 * interpreter that its first line names, that line's arguments, and the file. Node scripts run on this very Node.
 * Throws `UnsupportedError` when the interpreter is not on this host.
 */
export async function programArgv(file: string, environment: NodeJS.ProcessEnv): Promise<string[]> {
  const line = await readShebang(file)
  if (line === undefined) return [file]
  const [interpreter = '', ...args] = line.split(/\s+/)
  const isEnv = path.basename(interpreter) === 'env'
  if (!isEnv)
    return path.isAbsolute(interpreter) && process.platform !== 'win32'
      ? [file]
      : [await find(interpreter), ...args, file]
  const words = args[0] === '-S' ? args.slice(1) : args
  const [name = '', ...rest] = words
  return [await find(name), ...rest, file]

  async function find(program: string): Promise<string> {
    const name = path.basename(program)
    if (name === 'node') return process.execPath
    const found = await findProgram(name, environment)
    if (found !== undefined) return found
    throw new UnsupportedError('host.no-interpreter', `${file} needs ${name}, which is not on PATH.`, {
      hint: `Install ${name} and try again.`,
    })
  }
}

/** The interpreter line of a script, without its `#!`; `undefined` for other files. */
export async function readShebang(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(512), 0, 512, 0)
    const start = buffer.subarray(0, bytesRead).toString('latin1')
    return /^#!\s*([^\r\n]+)/.exec(start)?.[1]?.trim()
  } finally {
    await handle.close()
  }
}

/** Is this a file that can be executed here? Follows links. */
export async function isExecutableFile(file: string): Promise<boolean> {
  try {
    const stats = await stat(await realpath(file))
    return stats.isFile() && (process.platform === 'win32' || (stats.mode & 0o111) !== 0)
  } catch {
    return false
  }
}
