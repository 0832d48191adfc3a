import { t, toErrorReport } from '@cli-apps/core'
import { errorText } from './error-text.ts'
import { jsonDocument } from './json-document.ts'
import { type Paint, type Palette, paletteFor } from './palette.ts'
import {
  createProgressLines,
  type Progress,
  type ProgressLines,
  type ProgressOptions,
} from './progress-lines.ts'
import { readTerminal, showsColour } from './terminal.ts'
import { asciiSigns, visible } from './visible.ts'

export type { Progress } from './progress-lines.ts'

/** The only writer to the terminal: results on stdout, everything else on stderr. */
export interface Output {
  isJson: boolean
  /** Whether a person can be asked and shown progress. */
  isTerminal: boolean
  /**
   * Prints the result: one JSON document with `--json`, else text for people. `isVerbatim`: output of another program.
   */
  result(value: unknown, text: string, options?: ResultOptions): void
  /** Prints help, which is already translated and colored. */
  help(text: string): void
  /** Widths of the terminals at stdout and stderr; absent for anything else. */
  columns: { stdout?: number | undefined; stderr?: number | undefined }
  /** Whether stdout may be colored. */
  isColoured: boolean
  notice(message: string): void
  /** Writes third-party output byte for byte; resolves when it is written, or when nobody reads it. */
  raw(stream: 'stdout' | 'stderr', chunk: Uint8Array): Promise<void>
  /** Passes on what a third-party program wrote to its stderr. */
  passOn(text: string): void
  error(error: unknown): void
  /** Shows an ongoing task on a line of its own until it is done. */
  progress(title: string, options?: ProgressOptions): Progress
}

interface ResultOptions {
  isVerbatim?: boolean | undefined
  paint?: Paint | undefined
}

interface OutputStream {
  isTTY?: boolean
  columns?: number
  rows?: number
  write(text: string | Uint8Array, done?: () => void): unknown
  on?(event: 'resize', listener: () => void): unknown
  off?(event: 'resize', listener: () => void): unknown
}

export interface OutputOptions {
  stdout: OutputStream
  stderr: OutputStream
  isJson: boolean
  environment: NodeJS.ProcessEnv
}

const tickMs = 500

export function createOutput(options: OutputOptions): Output {
  const { stdout, stderr, isJson, environment } = options
  const { isInteractive, isUnicode } = readTerminal(stderr, environment)
  const signs = (text: string): string => (isUnicode ? text : asciiSigns(text))
  const shown = (text: string): string => signs(visible(text))
  const lines = isInteractive ? liveLines(stderr, { ellipsis: signs('…'), shown }) : undefined
  const write = (stream: OutputStream, text: string): void => {
    if (text === '') return
    const go = (): void => void stream.write(text)
    if (lines === undefined) go()
    else lines.aside(go)
  }
  const say = (text: string): void => write(stderr, `${text}\n`)
  return {
    isJson,
    isTerminal: isInteractive,
    columns: { stdout: columnsOf(stdout), stderr: columnsOf(stderr) },
    isColoured: showsColour(stdout, environment),
    help: (text) => write(stdout, signs(text)),
    result(value, text, { isVerbatim = false, paint } = {}) {
      if (isJson) return write(stdout, jsonDocument(value))
      const said = isVerbatim ? visible(text) : shown(text)
      const palette = paletteFor(showsColour(stdout, environment))
      write(stdout, ended(paint === undefined ? said : eachLine(said, (line) => paint(line, palette))))
    },
    notice: (message) => say(shown(message)),
    raw: (stream, chunk) =>
      new Promise((resolve) => (stream === 'stdout' ? stdout : stderr).write(chunk, () => resolve())),
    passOn: (text) => say(visible(text)),
    error(error) {
      if (isJson) return write(stdout, jsonDocument({ error: toErrorReport(error) }))
      const paint: Palette = paletteFor(showsColour(stderr, environment))
      write(stderr, signs(errorText(error, paint)))
    },
    progress(title, options) {
      if (lines !== undefined) return lines.open(shown(title), options)
      const step = options?.step === undefined ? '' : `[${options.step.at}/${options.step.of}] `
      say(`${step}${shown(title)}${signs(' …')}`)
      return { update: () => {}, bytes: () => {}, done: () => {} }
    },
  }
}

/** Redraws progress lines as time passes and the terminal is resized, and removes them when the process exits. */
function liveLines(
  screen: OutputStream,
  { ellipsis, shown }: { ellipsis: string; shown: (text: string) => string },
): ProgressLines {
  const more = (count: number): string => shown(t('output.more', 'and {count} more', { count }))
  const lines = createProgressLines({ screen, now: Date.now, ellipsis, more })
  let timer: NodeJS.Timeout | undefined
  const clear = (): void => lines.clear()
  const start = (): void => {
    if (timer !== undefined) return
    timer = setInterval(lines.redraw, tickMs).unref()
    screen.on?.('resize', lines.redraw)
    process.once('exit', clear)
  }
  const stop = (): void => {
    if (!lines.isEmpty) return
    clearInterval(timer)
    timer = undefined
    screen.off?.('resize', lines.redraw)
    process.off('exit', clear)
  }
  return {
    ...lines,
    get isEmpty() {
      return lines.isEmpty
    },
    open(title, options) {
      const line = lines.open(title, options)
      start()
      return {
        ...line,
        done() {
          line.done()
          stop()
        },
      }
    },
  }
}

const columnsOf = ({ isTTY, columns }: OutputStream): number | undefined =>
  isTTY === true && columns !== undefined && columns > 0 ? columns : undefined

const eachLine = (text: string, change: (line: string) => string): string =>
  text.split('\n').map(change).join('\n')

const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
