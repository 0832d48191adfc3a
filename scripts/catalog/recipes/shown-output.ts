import { findPromptMark } from '@cli-apps/core'
import type { RecipeRun } from './run-recipe.ts'

/** Enough to see the form of an output; a reader pays for each character. */
const mostCharacters = 600

interface Machine {
  /** Folders and names of this machine, such as that of its processor, which no reader has. */
  places: readonly string[]
  now: Date
}

/**
 * Returns what two runs of a recipe printed, for readers; `undefined` where they differ, where it says something of the
 * machine or of the day, or where it holds a mark that no published text may hold.
 */
export function shownOutput(
  first: Pick<RecipeRun, 'stdout'>,
  second: Pick<RecipeRun, 'stdout'>,
  { places, now }: Machine,
): string | undefined {
  const text = first.stdout.replace(/[^\S\n]+$/gm, '').replace(/^\n+|\n+$/g, '')
  const isOfHere = places.some((place) => text.includes(place)) || isOfDay(text, now)
  if (text === '' || first.stdout !== second.stdout || isOfHere) return undefined
  if (findPromptMark(text) !== undefined) return undefined
  return bounded(text)
}

/** Two runs within a second print the same time. */
function isOfDay(text: string, now: Date): boolean {
  const [day = ''] = now.toISOString().split('T')
  const month = now.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
  const date = now.getUTCDate()
  return (
    [day, day.replaceAll('-', '/'), day.replaceAll('-', '')].some((form) => text.includes(form)) ||
    new RegExp(`\\b(?:${month}[a-z]* +0?${date}|0?${date} ${month})\\b`).test(text)
  )
}

/** Cuts after a line where that is possible, and says what is missing. */
function bounded(text: string): string {
  if (text.length <= mostCharacters) return text
  const lines = text.split('\n')
  let kept = 0
  let length = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > mostCharacters) break
    kept++
  }
  if (kept > 0)
    return `${lines.slice(0, kept).join('\n')}\n… ${lines.length - kept} more ${lines.length - kept === 1 ? 'line' : 'lines'}`
  const [line = ''] = lines
  const head = line.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '')
  return `${head}\n… ${text.length - head.length} more characters`
}
