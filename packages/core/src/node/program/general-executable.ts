import { createReadStream, type Stats } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { isGeneralProgram } from '../../manifest/general-programs.ts'
import { t } from '../../messages/t.ts'
import { hasCode } from '../files.ts'
import { isMultiCall, knownAs } from './known-programs.ts'
import { isScriptThatRunsArguments } from './script-that-runs-arguments.ts'

/** The file of a recorded argv that decides what is run: the program, or the script behind its interpreter. */
export function programOf(argv: readonly string[]): string | undefined {
  const file = argv.at(-1)
  return file !== undefined && path.isAbsolute(file) ? file : undefined
}

/**
 * Why an executable is a general program, one that runs other programs or any text it is given, whatever it is called: its name,
 * the name that its links end at, a general program of this machine that it is a link or copy of, or what is in it. `undefined`
 * where nothing shows that. The file must exist; `search` is PATH, besides the usual folders.
 */
export async function whyGeneral(file: string, search = ''): Promise<string | undefined> {
  const target = await realpath(file)
  const [own, real] = [path.basename(file), path.basename(target)]
  if (isGeneralProgram(own)) return own
  if (isMultiCall(real)) return undefined
  if (isGeneralProgram(real)) return real
  if (process.platform === 'win32') return undefined
  const stats = await stat(target)
  if (!stats.isFile()) return undefined
  const stamp = [stats.dev, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs, search].join(':')
  const judged = judgments.get(stamp)
  if (judged !== undefined) return judged
  if (judgments.size >= mostJudgments) judgments.clear()
  const judgment = judgeContent(target, stats, search)
  judgments.set(stamp, judgment)
  judgment.catch(() => judgments.delete(stamp))
  return judgment
}

const mostJudgments = 2000
/** Of files by what changes with them, so that many calls of one program read it once. */
const judgments = new Map<string, Promise<string | undefined>>()

async function judgeContent(file: string, stats: Stats, search: string): Promise<string | undefined> {
  try {
    return (await knownAs(file, stats, search)) ?? (await whyByContent(file, stats))
  } catch (error) {
    // A program may be executable without being readable.
    if (hasCode(error, 'EACCES')) return undefined
    throw error
  }
}

/** No script whose work is to run its arguments is as long. */
const longestScript = 64_000
const largestBinary = 32_000_000

async function whyByContent(file: string, { size }: Stats): Promise<string | undefined> {
  if (size <= longestScript) {
    const script = await readFile(file, 'utf8')
    if (!script.includes('\0'))
      return isScriptThatRunsArguments(script)
        ? t('general-executable.script-runs-arguments-as', 'a script that runs its arguments as a program')
        : undefined
  }
  return size <= largestBinary ? whyByMarks(file) : undefined
}

/** What is in every build of a program, and in no other. */
const marks: readonly [mark: string, why: () => string][] = [
  ['BusyBox is copyrighted by many authors', () => t('general-executable.busybox', 'a copy of BusyBox')],
  ['GNU bash, version %s (%s)', () => t('general-executable.bash', 'a copy of bash')],
  ['\0Py_BytesMain\0', () => t('general-executable.python', 'an interpreter of Python')],
]
const longestMark = Math.max(...marks.map(([mark]) => mark.length))

/** Read in pieces, each with the end of the one before, so that no large file is held in memory or keeps the process busy. */
async function whyByMarks(file: string): Promise<string | undefined> {
  let before: Buffer = Buffer.alloc(0)
  for await (const piece of createReadStream(file, { highWaterMark: 262_144 })) {
    const bytes = Buffer.concat([before, piece])
    if (before.length === 0 && bytes.toString('latin1', 0, 4) !== '\x7fELF') return undefined
    const found = marks.find(([mark]) => bytes.includes(mark))
    if (found !== undefined) return found[1]()
    before = bytes.subarray(-longestMark)
  }
  return undefined
}
