import { t } from '@cli-apps/core'
import { hasMoreLevels } from '../json-levels.ts'
import type { CapturedText } from './text-capture.ts'

/** What a model reads of a run's output. */
export interface ShapedOutput {
  stdout: string
  stderr: string
  /** Some of it was left out. */
  truncated: boolean
  /** stdout parsed as JSON, when that was requested, it fits and it has at most 200 levels; `stdout` is empty then. */
  json?: unknown
}

interface ShapeOptions {
  /** Characters of both streams together. */
  budget: number
  wantsJson: boolean
}

/**
 * Fits both streams into the budget. However long stdout is, stderr has at least a third of it, and of each stream the end
 * is kept beside the beginning, since that is where errors stand.
 */
export function shapeOutput(
  stdout: CapturedText,
  stderr: CapturedText,
  { budget, wantsJson }: ShapeOptions,
): ShapedOutput {
  const remaining = Math.max(budget - stderr.length, Math.ceil((budget * 2) / 3))
  const json = wantsJson && stdout.tail === '' ? shallow(parseOutput(stdout.head)) : undefined
  const jsonLength = json === undefined ? 0 : JSON.stringify(json).length
  if (json !== undefined && jsonLength <= remaining) {
    const errors = fit(stderr, budget - jsonLength)
    return { stdout: '', stderr: errors, truncated: errors !== stderr.head, json }
  }
  const printed = fit(stdout, remaining)
  const errors = fit(stderr, budget - printed.length)
  return { stdout: printed, stderr: errors, truncated: printed !== stdout.head || errors !== stderr.head }
}

/** The JSON value of a text, or the list of them when there is one on each line; `undefined` when it is no JSON. */
function parseOutput(text: string): unknown {
  const whole = text.trim()
  if (whole === '') return undefined
  try {
    return JSON.parse(whole)
  } catch {
    const lines = whole.split('\n').filter((line) => line.trim() !== '')
    if (lines.length < 2) return undefined
    try {
      return lines.map((line): unknown => JSON.parse(line))
    } catch {
      return undefined
    }
  }
}

/** More levels than a program means; a value of a hundred thousand cannot be written again. */
const mostLevels = 200

const shallow = (value: unknown): unknown => (hasMoreLevels(value, mostLevels) ? undefined : value)

function fit(text: CapturedText, remaining: number): string {
  if (text.tail === '' && text.length <= remaining) return text.head
  const forNotice = notice(text.length).length
  const headLength = Math.floor((remaining - forNotice) * 0.4)
  const tailLength = remaining - forNotice - headLength
  const head = endAtLine(text.head.slice(0, headLength))
  const tail =
    tailLength <= 0 ? '' : startAtLine((text.tail === '' ? text.head : text.tail).slice(-tailLength))
  return head + notice(text.length - head.length - tail.length) + tail
}

const notice = (count: number): string =>
  t('shape-output.characters-left-out', `\n… {count} characters left out …\n`, { count })

/** Up to the last line end if that costs little; never half of a surrogate pair. */
function endAtLine(text: string): string {
  const end = text.lastIndexOf('\n')
  return end > text.length * 0.8 ? text.slice(0, end) : text.replace(/[\ud800-\udbff]$/, '')
}

function startAtLine(text: string): string {
  const start = text.indexOf('\n') + 1
  return start > 0 && start < text.length * 0.2 ? text.slice(start) : text.replace(/^[\udc00-\udfff]/, '')
}
