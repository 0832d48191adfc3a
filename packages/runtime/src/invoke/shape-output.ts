import { t } from '@cli-apps/core'
import { hasMoreLevels } from '../json-levels.ts'
import { parseOutput } from '../query/parse-output.ts'
import type { CapturedText } from './text-capture.ts'

/** What a model reads of a run's output. */
interface ShapedOutput {
  stdout: string
  /** Of the last stage. */
  stderr: string
  /** Of each stage. */
  stderrs: string[]
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
 * Fits stdout and the errors of each stage into the budget. However long stdout is, errors have at least a third of it, and of each
 * stream the end is kept beside the beginning, since that is where errors stand.
 */
export function shapeOutput(
  stdout: CapturedText,
  errors: readonly CapturedText[],
  { budget, wantsJson }: ShapeOptions,
): ShapedOutput {
  const total = errors.reduce((sum, { length }) => sum + length, 0)
  const remaining = Math.max(budget - total, Math.ceil((budget * 2) / 3))
  const json = wantsJson && stdout.tail === '' ? shallow(parseOutput(stdout.head)) : undefined
  const jsonLength = json === undefined ? 0 : JSON.stringify(json).length
  const isJson = json !== undefined && jsonLength <= remaining
  const printed = isJson ? '' : fit(stdout, remaining)
  const stderrs = fitAll(errors, budget - (isJson ? jsonLength : printed.length))
  const isCut = stderrs.some((text, index) => text !== errors[index]?.head)
  return {
    stdout: printed,
    stderr: stderrs.at(-1) ?? '',
    stderrs,
    truncated: isCut || (!isJson && printed !== stdout.head),
    ...(isJson && { json }),
  }
}

/** The last text has what the ones before it leave; each of these has an even share at most. */
function fitAll(texts: readonly CapturedText[], budget: number): string[] {
  const share = Math.floor(budget / texts.length)
  const before = texts.slice(0, -1).map((text) => fit(text, share))
  const used = before.reduce((sum, { length }) => sum + length, 0)
  return [...before, ...texts.slice(-1).map((text) => fit(text, budget - used))]
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
