import { t } from '@cli-apps/core'
import { cutToWidth, displayWidth } from '@cli-apps/core/command-line'

/** One ongoing task. Every method except `done` may be called repeatedly. */
export interface Progress {
  /** Shows the current state, such as `linking`. */
  update(detail: string): void
  /** Shows the bytes received, and the total if it is known. */
  bytes(received: number, total?: number): void
  /** Removes the task's line. */
  done(): void
}

export interface ProgressOptions {
  /** Position of this step among all steps. */
  step?: { at: number; of: number }
}

interface ProgressScreen {
  write(text: string): unknown
  columns?: number
  rows?: number
}

interface ProgressLinesOptions {
  screen: ProgressScreen
  now: () => number
  ellipsis: string
  /** Text such as "and 3 more". */
  more: (count: number) => string
}

export interface ProgressLines {
  open(title: string, options?: ProgressOptions): Progress
  /** Writes other output: the lines are cleared and drawn again below it. */
  aside(write: () => void): void
  /** Redraws the lines after a tick or a resize. */
  redraw(): void
  /** Removes the lines permanently. */
  clear(): void
  readonly isEmpty: boolean
}

interface Line {
  title: string
  detail: string
  startedAt: number
}

/** Manages lines at the bottom of a terminal, one per ongoing task, rewritten in place. */
export function createProgressLines({ screen, now, ellipsis, more }: ProgressLinesOptions): ProgressLines {
  const lines = new Set<Line>()
  let drawn: string[] = []
  const width = (): number => Math.max(10, (screen.columns || 80) - 1)
  const erase = (): string => {
    // A narrower terminal has wrapped the lines already drawn.
    const rows = drawn.reduce(
      (sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / (width() + 1))),
      0,
    )
    drawn = []
    return rows === 0 ? '' : `\r${rows > 1 ? `\u001b[${rows - 1}A` : ''}\u001b[J`
  }
  const render = (): string[] =>
    fitting([...lines], Math.max(1, (screen.rows || 24) - 1), more).map((line) =>
      typeof line === 'string'
        ? cutToWidth(line, width(), ellipsis)
        : lineText(line, { now: now(), width: width(), ellipsis }),
    )
  const draw = (): string => {
    drawn = render()
    return drawn.join('\n')
  }
  const redraw = (): void => {
    // Unchanged lines are not rewritten, to avoid flicker.
    if (render().join('\n') !== drawn.join('\n')) screen.write(`${erase()}${draw()}`)
  }
  return {
    get isEmpty() {
      return lines.size === 0
    },
    redraw,
    open(title, { step } = {}) {
      const line = {
        title: step === undefined ? title : `[${step.at}/${step.of}] ${title}`,
        detail: '',
        startedAt: now(),
      }
      lines.add(line)
      redraw()
      return progressOf(line, lines, redraw)
    },
    aside(write) {
      const erased = erase()
      if (erased !== '') screen.write(erased)
      write()
      if (lines.size > 0) screen.write(draw())
    },
    clear() {
      lines.clear()
      const erased = erase()
      if (erased !== '') screen.write(erased)
    },
  }
}

/** Returns the handle for one line. */
function progressOf(line: Line, lines: Set<Line>, redraw: () => void): Progress {
  const show = (detail: string): void => {
    if (!lines.has(line) || line.detail === detail) return
    line.detail = detail
    redraw()
  }
  return {
    update: show,
    bytes: (received, total) => show(bytesText(received, total)),
    done: () => {
      if (lines.delete(line)) redraw()
    },
  }
}

/** Returns as many lines as fit on the screen, oldest first, and the number of hidden ones. */
function fitting(lines: readonly Line[], rows: number, more: (count: number) => string): (Line | string)[] {
  if (lines.length <= rows) return [...lines]
  return [...lines.slice(0, rows - 1), more(lines.length - rows + 1)]
}

/** The title is shortened before the details. */
function lineText(
  { title, detail, startedAt }: Line,
  { now, width, ellipsis }: { now: number; width: number; ellipsis: string },
): string {
  const facts = [detail, elapsedText(now - startedAt)].filter((fact) => fact !== '').join('  ')
  const columnsLeft = width - displayWidth(facts) - 2
  if (facts === '' || columnsLeft < 10)
    return cutToWidth(facts === '' ? title : `${title}  ${facts}`, width, ellipsis)
  return `${cutToWidth(title, columnsLeft, ellipsis)}  ${facts}`
}

/** `1.2 of 3.4 MB (35%)`, or only the bytes received if the total is unknown. */
export function bytesText(received: number, total: number | undefined): string {
  if (total === undefined || total <= 0) return `${megabytes(received)} MB`
  const percent = Math.min(100, Math.floor((received / total) * 100))
  return t('progress-lines.mb', '{received} / {total} MB ({percent}%)', {
    received: megabytes(received),
    total: megabytes(total),
    percent,
  })
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

/** Empty in the first second, then `8s` and `2m05s`. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 1) return ''
  if (seconds < 60) return `${seconds}s`
  return `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`
}
