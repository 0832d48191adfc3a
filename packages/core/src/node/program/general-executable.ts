import { createReadStream, type Stats } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { isGeneralProgram } from '../../manifest/general-programs.ts'
import { t } from '../../messages/t.ts'
import { hasCode } from '../files.ts'
import { isMultiCall, knownAs } from './known-programs.ts'
import { isScriptThatRunsArguments } from './script-that-runs-arguments.ts'

/** Returns the file of a recorded argv that decides what runs: the program, or the script after its interpreter. */
export function programOf(argv: readonly string[]): string | undefined {
  const file = argv.at(-1)
  return file !== undefined && path.isAbsolute(file) ? file : undefined
}

/**
 * Returns why an executable counts as a general program, one that runs other programs or arbitrary text, under any
 * name: its own name, that of its link target, a general program on this machine that it links to or copies, or its
 * content. `undefined` if there is no such sign. The file must exist; `search` is PATH, searched in addition to the
 * usual folders.
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
/** Cached by file stamp, so that repeated calls of a program read it only once. */
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

/** Scripts that only run their arguments are shorter. */
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

/** Strings that every build of a program contains, and no other program. */
const marks: readonly [mark: string, why: () => string][] = [
  ['BusyBox is copyrighted by many authors', () => t('general-executable.busybox', 'a copy of BusyBox')],
  ['GNU bash, version %s (%s)', () => t('general-executable.bash', 'a copy of bash')],
  ['\0Py_BytesMain\0', () => t('general-executable.python', 'an interpreter of Python')],
]
const longestMark = Math.max(...marks.map(([mark]) => mark.length))

/** Reads overlapping chunks, so that no large file is held in memory or blocks the process. */
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
