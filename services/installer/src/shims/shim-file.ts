import path from 'node:path'
import { quotedForShell } from './shell-word.ts'

/** A file on PATH that starts a program of an app. */
export interface Shim {
  app: string
  /** What it is called. */
  name: string
  file: string
}

/** The folder that a person puts on PATH. */
export const shimFolder = (home: string): string => path.join(home, 'bin')

const mark = 'cli-apps shim of '

/** Returns the text of a file that starts `argv` with the arguments that it is given. */
export function shimText(app: string, argv: readonly string[], isWindows: boolean): string {
  if (isWindows) return `@rem ${mark}${app}\r\n@${argv.map(quotedForCmd).join(' ')} %*\r\n`
  return `#!/bin/sh\n# ${mark}${app}\nexec ${argv.map(quotedForShell).join(' ')} "$@"\n`
}

/** In a batch file `%` begins a variable, also between quotes. */
const quotedForCmd = (word: string): string => `"${word.replaceAll('%', '%%')}"`

/** Returns the app that a file is a shim of; `undefined` for any other file. */
export function shimApp(text: string): string | undefined {
  const lines = text.split(/\r?\n/, 2)
  const line = lines.find((one) => one.startsWith(`# ${mark}`) || one.startsWith(`@rem ${mark}`))
  return line?.slice(line.indexOf(mark) + mark.length)
}
